package asyfleet.backend.explain;

import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for errors of TeX, which speaks of a file that Asymptote wrote: the label is looked for in the sources. */
final class TexComplaints {

    private static final Pattern NO_FILE =
            Pattern.compile("(?:LaTeX Error: )?(?:File|I can't find file) [`']([^'`]+)['`].*");
    private static final Pattern NO_CHARACTER =
            Pattern.compile(".*Unicode character (\\X) ?\\(U\\+([0-9A-F]{4,6})\\).*");
    private static final Pattern NO_FONT =
            Pattern.compile("Font \\S*?=?([A-Za-z0-9-]+)(?: at \\S+| scaled \\S+)? not loadab.*");
    private static final Pattern COMMAND = Pattern.compile("\\\\(?:[A-Za-z@]+|[^A-Za-z@\\s])");
    private static final Pattern CONTEXT = Pattern.compile("(?:l\\.\\d+|<[^>]*>) .*");

    /** Packages of commands that people take for part of LaTeX. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("\\mathbb", "amssymb"),
            Map.entry("\\mathfrak", "amssymb"),
            Map.entry("\\text", "amsmath"),
            Map.entry("\\dfrac", "amsmath"),
            Map.entry("\\tfrac", "amsmath"),
            Map.entry("\\binom", "amsmath"),
            Map.entry("\\operatorname", "amsmath"),
            Map.entry("\\mathscr", "mathrsfs"),
            Map.entry("\\SI", "siunitx"),
            Map.entry("\\qty", "siunitx"),
            Map.entry("\\unit", "siunitx"),
            Map.entry("\\ce", "mhchem"),
            Map.entry("\\cancel", "cancel"),
            Map.entry("\\degree", "gensymb"),
            Map.entry("\\textcolor", "xcolor"),
            Map.entry("\\bm", "bm"));

    private static final String UNCLOSED = "File ended while scanning";

    private TexComplaints() {}

    static Optional<VerdictDetails> explain(FailedTask failure, Installed installed) {
        List<String> lines = failure.scan().lines();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("! ")) {
                String error = lines.get(i).substring(2);
                return Optional.of(explain(error, lines.subList(i + 1, lines.size()), failure));
            }
        }
        return Optional.empty();
    }

    /** @param context the lines after it */
    private static VerdictDetails explain(String error, List<String> context, FailedTask failure) {
        Labels labels = new Labels(failure.sources());
        Matcher file = NO_FILE.matcher(error);
        if (file.matches()) {
            return missingFile(file.group(1), labels);
        }
        Matcher character = NO_CHARACTER.matcher(error);
        if (character.matches()) {
            return FailedTask.at(
                    labels.containing(character.group(1)),
                    VerdictDetails.of(
                            "LaTeX has no letter for " + character.group(1) + " (U+" + character.group(2) + ")",
                            "write it as a LaTeX command, or load a package that has it"));
        }
        Matcher font = NO_FONT.matcher(error);
        if (font.matches()) {
            return VerdictDetails.of("This server does not have the font " + font.group(1), "choose another font");
        }
        if (error.startsWith("Undefined control sequence")) {
            return unknownCommand(context, labels);
        }
        Optional<SourceFiles.Found> place =
                error.contains("}") || error.startsWith(UNCLOSED) ? labels.unbalanced() : Optional.empty();
        return FailedTask.at(place.or(() -> labels.shownIn(failure.scan().lines())), other(error));
    }

    private static VerdictDetails missingFile(String name, Labels labels) {
        if (name.endsWith(".sty")) {
            String wanted = name.substring(0, name.length() - ".sty".length());
            return FailedTask.at(
                    labels.containing(wanted),
                    VerdictDetails.of(
                            "This server does not have the LaTeX package " + wanted,
                            "leave it out, or ask who runs the server for it"));
        }
        return FailedTask.at(
                labels.containing(name),
                VerdictDetails.of("There is no file " + name, "send it along with the figure"));
    }

    private static VerdictDetails unknownCommand(List<String> context, Labels labels) {
        Optional<String> command = context.stream()
                .filter(line -> CONTEXT.matcher(line).matches())
                .findFirst()
                .flatMap(TexComplaints::lastCommand);
        if (command.isEmpty()) {
            return FailedTask.at(labels.shownIn(context), VerdictDetails.of("LaTeX does not know a command"));
        }
        VerdictDetails plain = VerdictDetails.of("LaTeX does not know the command " + command.get());
        String wanted = PACKAGES.get(command.get());
        VerdictDetails hinted = wanted == null
                ? plain.withHint("is it misspelt, or does it need a usepackage?")
                : plain.withHint("it needs: " + usePackage(wanted)).withFix(usePackage(wanted));
        return FailedTask.at(labels.containing(command.get()), hinted);
    }

    private static String usePackage(String name) {
        return "usepackage(\"" + name + "\");";
    }

    private static Optional<String> lastCommand(String line) {
        return COMMAND.matcher(line).results().map(found -> found.group()).reduce((one, next) -> next);
    }

    private static VerdictDetails other(String error) {
        if (error.startsWith("Missing $ inserted")) {
            return VerdictDetails.of("LaTeX found mathematics outside of $...$", "put a $ before and after it");
        }
        if (error.startsWith(UNCLOSED) || error.startsWith("Paragraph ended before")) {
            return VerdictDetails.of("A { in a label is never closed", "give every { its }");
        }
        if (error.startsWith("Too many }") || error.startsWith("Extra }")) {
            return VerdictDetails.of("A label has a } too many", "give every } its {");
        }
        return VerdictDetails.of(
                "LaTeX: " + error.replaceFirst("^LaTeX Error: ", "").replaceFirst("\\.$", ""));
    }
}
