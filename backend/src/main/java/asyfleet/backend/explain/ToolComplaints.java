package asyfleet.backend.explain;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.protocol.wire.WireName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for what the programs say without a place in the source, and for those that say nothing. */
final class ToolComplaints {

    private static final Pattern NO_MODULE = Pattern.compile("error: could not load module '([^']+)'");
    private static final Pattern NO_PROGRAM = Pattern.compile("Cannot execute (\\S+)");
    private static final Set<String> TEX_ENGINES =
            Set.of("latex", "pdflatex", "xelatex", "lualatex", "tex", "pdftex", "luatex", "context");
    private static final Set<String> ANIMATIONS = Set.of("animation", "animate");

    private ToolComplaints() {}

    static Optional<VerdictDetails> missingModule(FailedTask failure, Installed installed) {
        return first(failure, NO_MODULE)
                .filter(module -> !failure.sources().names().contains(module))
                .map(module -> {
                    String hint = NearName.of(module, installed.modules().all())
                            .map(near -> "did you mean '" + near + "'?")
                            .orElse("send " + module + ".asy along with the figure");
                    VerdictDetails details = VerdictDetails.of("This server has no module '" + module + "'", hint);
                    return FailedTask.at(
                            failure.sources().find(token -> token.text().equals(module)), details);
                });
    }

    static Optional<VerdictDetails> missingProgram(FailedTask failure, Installed installed) {
        return first(failure, NO_PROGRAM).map(program -> {
            VerdictDetails details = VerdictDetails.of("This server does not have " + program);
            VerdictDetails hinted = TEX_ENGINES.contains(program) ? details.withHint(withoutEngine(program)) : details;
            return FailedTask.at(
                    failure.sources()
                            .find(token -> token.isString() && token.text().equals(program)),
                    hinted);
        });
    }

    /** XeLaTeX is in a set of packages that operators choose; PreTeXt asks for it. */
    private static String withoutEngine(String engine) {
        return engine.equals("xelatex")
                ? "leave settings.tex (option -tex) out, or have the fleet started with --tex full"
                : "leave settings.tex out; then LaTeX sets the labels";
    }

    static Optional<VerdictDetails> animation(FailedTask failure, Installed installed) {
        boolean ended = failure.verdict().code() == EndCode.NO_IMAGE
                || failure.scan()
                        .systemComplaints()
                        .anyMatch(one -> one.file().endsWith("/animation.asy")
                                || one.file().endsWith("/animate.asy"));
        Optional<SourceFiles.Found> place =
                failure.sources().find(token -> token.kind() == Token.Kind.NAME && ANIMATIONS.contains(token.text()));
        return place.filter(found -> ended)
                .map(found -> FailedTask.at(
                        place,
                        VerdictDetails.of("Animations are not supported", "draw one picture, or one task for each")));
    }

    static Optional<VerdictDetails> unknownFormat(FailedTask failure, Installed installed) {
        if (failure.verdict().code() != EndCode.NO_IMAGE) {
            return Optional.empty();
        }
        for (String file : failure.sources().names()) {
            List<Token> tokens = failure.sources().tokens(file);
            for (int i = 2; i < tokens.size(); i++) {
                Token value = tokens.get(i);
                if (tokens.get(i - 2).isName("outformat")
                        && value.isString()
                        && Format.ofWire(value.text()).isEmpty()) {
                    return Optional.of(VerdictDetails.of(
                                    "This server does not make the format " + value.text(),
                                    "expected " + WireName.choices(Format.class))
                            .at(file, value.line(), value.column()));
                }
            }
        }
        return Optional.empty();
    }

    /** The words for an error that a module of Asymptote itself reported. */
    static Optional<VerdictDetails> ofTheSystem(FailedTask failure, Installed installed) {
        return failure.scan()
                .systemComplaints()
                .filter(one -> !one.message().isBlank() && !one.message().equals("shipout failed"))
                .findFirst()
                .map(one -> VerdictDetails.of(
                        one.message(),
                        "found by " + one.file().substring(one.file().lastIndexOf('/') + 1) + ", line " + one.line()));
    }

    static Optional<VerdictDetails> withoutWords(FailedTask failure, Installed installed) {
        return Optional.of(
                switch (failure.verdict().code()) {
                    case NO_IMAGE ->
                        VerdictDetails.of("The program drew nothing", "draw something, for example: draw(unitcircle);");
                    case SIGNAL ->
                        VerdictDetails.of(
                                "Asymptote crashed (signal " + failure.verdict().measured() + ")");
                    case DISK_LIMIT -> failure.verdict().details();
                    default ->
                        failure.verdict().stage() == Stage.CONVERT
                                ? VerdictDetails.of(
                                        "The picture could not be converted",
                                        "the output has the converter's own words")
                                : VerdictDetails.of("Asymptote failed", "its output may say why");
                });
    }

    private static Optional<String> first(FailedTask failure, Pattern pattern) {
        return failure.scan().lines().stream()
                .map(pattern::matcher)
                .filter(Matcher::lookingAt)
                .map(matcher -> matcher.group(1))
                .findFirst();
    }
}
