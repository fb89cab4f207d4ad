package asyfleet.backend.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A module as far as its text tells: the names that it declares for those who import it, and the modules that come with
 * it. A short look at the tokens outside all brackets, not a compiler: what it does not understand it leaves out.
 *
 * @param names that it declares, without operators
 * @param imports modules whose names it passes on
 * @param includes files that it takes in as if they were part of it
 */
record ModuleSource(Set<String> names, Set<String> imports, Set<String> includes) {

    private static final Set<String> NOT_DECLARATIONS = Set.of(
            "private", "unravel", "access", "from", "if", "else", "for", "while", "do", "return", "using", "new");
    private static final Set<String> MODIFIERS = Set.of("public", "restricted", "static", "autounravel", "explicit");

    static ModuleSource of(String text) {
        ModuleSource module = new ModuleSource(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        List<Token> statement = new ArrayList<>();
        int depth = 0;
        for (Token token : TokenReader.of(text)) {
            boolean opens = token.isSymbol("{") || token.isSymbol("(") || token.isSymbol("[");
            boolean closes = token.isSymbol("}") || token.isSymbol(")") || token.isSymbol("]");
            depth -= closes ? 1 : 0;
            if (depth == 0) {
                statement.add(token);
            }
            depth += opens ? 1 : 0;
            boolean blockEnds = token.isSymbol("}") && statement.stream().noneMatch(one -> one.isSymbol("="));
            if (depth == 0 && (token.isSymbol(";") || blockEnds)) {
                module.add(statement);
                statement.clear();
            }
        }
        return module;
    }

    /** @param statement without what is in brackets */
    private void add(List<Token> statement) {
        List<Token> rest = statement.stream()
                .dropWhile(token -> token.kind() == Token.Kind.NAME && MODIFIERS.contains(token.text()))
                .toList();
        if (rest.size() < 3 || rest.get(0).kind() != Token.Kind.NAME) {
            return;
        }
        Token first = rest.get(0);
        Token second = rest.get(1);
        if (first.isName("import")) {
            imports.add(second.text());
        } else if (first.isName("include")) {
            includes.add(second.text());
        } else if (first.isName("struct")) {
            names.add(second.text());
        } else if (!NOT_DECLARATIONS.contains(first.text())) {
            addDeclared(rest.subList(first.isName("typedef") ? 2 : 1, rest.size()));
        }
    }

    /** After a type: its brackets, a name, then further names after commas. */
    private void addDeclared(List<Token> declarators) {
        boolean expected = true;
        for (Token token : declarators) {
            if (expected && token.kind() == Token.Kind.NAME) {
                if (token.isName("operator")) {
                    return;
                }
                names.add(token.text());
                expected = false;
            } else if (token.isSymbol(",")) {
                expected = true;
            } else if (expected && !token.isSymbol("[") && !token.isSymbol("]")) {
                return;
            }
        }
    }
}
