package asyfleet.backend.explain;

import asyfleet.backend.explain.SourceFiles.Found;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The strings of the sources, most of which are labels, looked up by what TeX shows of them. */
final class Labels {

    private final SourceFiles sources;

    Labels(SourceFiles sources) {
        this.sources = sources;
    }

    /** The first string that has this in it; if it ends with a letter, not as the beginning of a longer word. */
    Optional<Found> containing(String text) {
        Pattern pattern = Pattern.compile(Pattern.quote(text) + "(?![A-Za-z@])");
        return sources.find(
                token -> token.isString() && pattern.matcher(token.text()).find());
    }

    /** The first string in which the curly brackets do not fit together. */
    Optional<Found> unbalanced() {
        return sources.find(token -> token.isString() && !isBalanced(token.text()));
    }

    private static boolean isBalanced(String text) {
        int open = 0;
        for (int i = 0; i < text.length() && open >= 0; i++) {
            boolean hidden = i > 0 && text.charAt(i - 1) == '\\';
            if (!hidden) {
                open += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            }
        }
        return open == 0;
    }

    /** The longest string that TeX shows as a whole, between curly brackets; it adds spaces after commands. */
    Optional<Found> shownIn(List<String> lines) {
        String shown = withoutSpaces(lines.stream().collect(Collectors.joining()));
        return sources.names().stream()
                .flatMap(file -> sources.tokens(file).stream()
                        .filter(Token::isString)
                        .filter(token -> shown.contains("{" + withoutSpaces(token.text()) + "}"))
                        .map(token -> new Found(file, token)))
                .max(Comparator.comparingInt(found -> found.token().text().length()));
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s", "");
    }
}
