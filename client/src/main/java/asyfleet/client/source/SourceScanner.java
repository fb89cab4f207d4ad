package asyfleet.client.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The search for the files that an Asymptote source names: by {@code import}, {@code access}, {@code include} and
 * {@code from … access}, as first argument of a function that reads, and within any string. It knows nothing of types and
 * values, so a name that a program puts together is not found. Confined to one thread.
 */
final class SourceScanner {

    private static final Set<String> IMPORTS = Set.of("import", "access", "include");
    private static final Set<String> READERS = Set.of("input", "binput", "xinput", "graphic");
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*\\.[A-Za-z0-9]+");

    private final List<SourceToken> tokens;
    private final List<Reference> found = new ArrayList<>();
    private int at;

    private SourceScanner(List<SourceToken> tokens) {
        this.tokens = tokens;
    }

    static List<Reference> scan(String source) {
        SourceScanner scanner = new SourceScanner(Tokenizer.tokens(source));
        while (scanner.at < scanner.tokens.size()) {
            scanner.step();
        }
        return scanner.found;
    }

    private void step() {
        SourceToken token = tokens.get(at);
        if (token.kind() == SourceToken.Kind.WORD && IMPORTS.contains(token.text())) {
            at++;
            modules();
        } else if (token.isWord("from")) {
            at++;
            from();
        } else {
            if (token.kind() == SourceToken.Kind.STRING) {
                string(token);
            }
            at++;
        }
    }

    /** {@code a, b as c, "d";}: each first word or string of a list, up to the semicolon. */
    private void modules() {
        boolean expected = true;
        for (; at < tokens.size() && !tokens.get(at).isSign(";"); at++) {
            SourceToken token = tokens.get(at);
            if (expected && token.kind() != SourceToken.Kind.SIGN) {
                found.add(Reference.of(Reference.Kind.MODULE, token));
                expected = false;
            } else if (token.isSign("(")) {
                skipBrackets();
            } else if (token.isSign(",")) {
                expected = true;
            }
        }
    }

    /** {@code m access x, y;} names a module; {@code s unravel x;} a structure. */
    private void from() {
        SourceToken module = at < tokens.size() ? tokens.get(at) : null;
        boolean accesses = false;
        for (; at < tokens.size() && !tokens.get(at).isSign(";"); at++) {
            accesses |= tokens.get(at).isWord("access");
        }
        if (accesses && module.kind() != SourceToken.Kind.SIGN) {
            found.add(Reference.of(Reference.Kind.MODULE, module));
        }
    }

    /** Parameters of a template, {@code map(Key=string)}, are no modules. Ends at the closing bracket. */
    private void skipBrackets() {
        int open = 0;
        for (; at < tokens.size(); at++) {
            open += tokens.get(at).isSign("(") ? 1 : tokens.get(at).isSign(")") ? -1 : 0;
            if (open == 0) {
                return;
            }
        }
    }

    private void string(SourceToken token) {
        boolean read = at >= 2
                && tokens.get(at - 1).isSign("(")
                && tokens.get(at - 2).kind() == SourceToken.Kind.WORD
                && READERS.contains(tokens.get(at - 2).text())
                && at + 1 < tokens.size()
                && !tokens.get(at + 1).isSign("+");
        if (read && !token.text().isBlank()) {
            found.add(Reference.of(Reference.Kind.READ, token));
            return;
        }
        FILE_NAME
                .matcher(token.text())
                .results()
                .forEach(match ->
                        found.add(new Reference(Reference.Kind.MENTION, match.group(), token.line(), token.column())));
    }
}
