package asyfleet.client.asy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of {@code asy} that the fleet knows, beside those for files and formats, and the statements that they mean. */
final class AsyOptions {

    /** The short names, and the long one of each. */
    private static final Map<String, String> SHORT = Map.of(
            "f",
            "outformat",
            "o",
            "outname",
            "V",
            "View",
            "noV",
            "noView",
            "k",
            "keep",
            "q",
            "quiet",
            "u",
            "user",
            "c",
            "command",
            "h",
            "help",
            "v",
            "verbose");

    /** Options that take the next argument. */
    static final Set<String> WITH_VALUE =
            Set.of("outformat", "outname", "render", "tex", "user", "command", "autoimport", "antialias");

    /** Switches of the same name in the module {@code settings}. */
    private static final Set<String> SWITCHES = Set.of(
            "prc",
            "embed",
            "twice",
            "thick",
            "thin",
            "autobillboard",
            "toolbar",
            "svgemulation",
            "inlineimage",
            "autorotate",
            "bw",
            "gray",
            "cmyk",
            "rgb");

    /** Options that ask for what is so here anyway: no task opens a window, keeps files, or reads those of other directories. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "nokeep",
            "nokeepaux",
            "iconify",
            "noiconify",
            "batchView",
            "nobatchView",
            "multipleView",
            "nomultipleView",
            "interactiveView",
            "nointeractiveView",
            "wait",
            "nowait",
            "safe",
            "noglobalread",
            "noglobalwrite",
            "offline",
            "noprompt",
            "noinlinetex");

    private static final List<String> ENGINES =
            List.of("latex", "pdflatex", "xelatex", "lualatex", "tex", "pdftex", "luatex", "context", "none");

    /** Short options in one word, the last with its value, such as {@code fsvg}, {@code Vfpdf} and {@code oimages/}. */
    private static final Pattern JOINED =
            Pattern.compile("([Vqv]*)(?:f(?:svg|pdf|png|html|eps)|o(?!ffline$|ffset|utname|utformat|utpipe)[^=].*)");

    private AsyOptions() {}

    /** The number of flags before a short name with its value, if a word is that; else -1. */
    static int flagsBeforeJoinedValue(String text) {
        Matcher joined = JOINED.matcher(text);
        return joined.matches() ? joined.end(1) : -1;
    }

    static String longName(String name) {
        return SHORT.getOrDefault(name, name);
    }

    /** The statement that a switch means; empty if it has no effect here. */
    static Optional<String> statement(String name) {
        if (WITHOUT_EFFECT.contains(name)) {
            return Optional.empty();
        }
        if (name.equals("keep") || name.equals("keepaux")) {
            throw new AsyMistake(
                    "option -" + name + " is not supported by the fleet: files between source and image stay there");
        }
        boolean off = name.startsWith("no") && SWITCHES.contains(name.substring(2));
        if (!off && !SWITCHES.contains(name)) {
            throw new AsyMistake("option -" + name + " is not supported by the fleet");
        }
        return Optional.of("settings." + (off ? name.substring(2) : name) + "=" + !off + ";");
    }

    /** The statement that an option with a value means. */
    static Optional<String> statement(String name, String value) {
        return switch (name) {
            case "user", "command" -> Optional.of(value.strip().endsWith(";") ? value : value + ";");
            case "autoimport" -> Optional.of("import " + value + ";");
            case "tex" -> Optional.of("settings.tex=\"" + oneOf(name, value, ENGINES) + "\";");
            case "antialias" -> {
                oneOf(name, value, List.of("2"));
                yield Optional.empty();
            }
            default -> throw new AsyMistake("option -" + name + " is not supported by the fleet");
        };
    }

    /** Pixels per point. */
    static int render(String value) {
        String[] known = {"-1", "0", "1", "2", "3", "4", "5", "6", "7", "8"};
        return Integer.parseInt(oneOf("render", value, Arrays.asList(known)));
    }

    private static String oneOf(String name, String value, List<String> known) {
        if (!known.contains(value)) {
            throw new AsyMistake("option -" + name + " is '" + value + "'; expected " + String.join(", ", known));
        }
        return value;
    }
}
