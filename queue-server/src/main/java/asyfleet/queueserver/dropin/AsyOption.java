package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.wire.Excerpt;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An option of the command line of {@code asy} that a client of the public Asymptote server may use. Each has the effect
 * of a setting of that name in the source.
 */
enum AsyOption {
    /** The usual value lets the fleet choose. */
    RENDER("render", "-1", List.of("-1", "0", "1", "2", "3", "4", "5", "6", "7", "8")),
    /** Any other value would need a converter that Debian forbids to read PDF. */
    ANTIALIAS("antialias", "2", List.of("2")),
    TEX("tex", "", List.of("latex", "pdflatex", "xelatex", "lualatex", "tex", "pdftex", "luatex", "context", "none")),
    PRC("prc"),
    EMBED("embed"),
    TWICE("twice"),
    THICK("thick"),
    THIN("thin"),
    AUTOBILLBOARD("autobillboard"),
    TOOLBAR("toolbar"),
    SVGEMULATION("svgemulation");

    /** Options that every task has anyway. */
    private static final Set<String> ALREADY_SO =
            Set.of("noV", "noView", "q", "quiet", "safe", "noglobalread", "noglobalwrite", "offline");

    private final String option;

    /** The value that a task has without the option, if it needs no statement. */
    private final String usual;

    private final List<String> values;

    AsyOption(String option) {
        this(option, "", List.of("true", "false"));
    }

    AsyOption(String option, String usual, List<String> values) {
        this.option = option;
        this.usual = usual;
        this.values = values;
    }

    /**
     * The statement that has the effect of the option; none if it changes nothing.
     *
     * @param value empty for an option without one
     */
    static Optional<String> statement(String name, String value) {
        if (ALREADY_SO.contains(name) && (value.isEmpty() || value.equals("true"))) {
            return Optional.empty();
        }
        boolean negated = name.startsWith("no");
        return Arrays.stream(values())
                .filter(option -> option.option.equals(name) || (negated && option.isOff(name)))
                .findFirst()
                .orElseThrow(() -> unknown(name))
                .statement(negated && value.isEmpty() ? "false" : value);
    }

    /** The value of {@link #RENDER}; none if the fleet is to choose. */
    static Optional<Integer> render(String value) {
        return RENDER.statement(value).map(statement -> Integer.valueOf(value));
    }

    private boolean isOff(String name) {
        return isSwitch() && name.equals("no" + option);
    }

    private boolean isSwitch() {
        return values.contains("true");
    }

    private Optional<String> statement(String value) {
        String given = value.isEmpty() && isSwitch() ? "true" : value;
        if (!values.contains(given)) {
            throw HttpError.badRequest(
                    "option " + option + " is " + Excerpt.of(value) + "; expected " + String.join(", ", values));
        }
        return given.equals(usual)
                ? Optional.empty()
                : Optional.of("settings." + option + "=" + (this == TEX ? '"' + given + '"' : given) + ";");
    }

    private static HttpError unknown(String name) {
        return HttpError.badRequest("option " + Excerpt.of(name)
                + " of asy is not served here; expected some of f, outformat, "
                + Arrays.stream(values()).map(option -> option.option).collect(Collectors.joining(", ")));
    }
}
