package asyfleet.backend.explain;

import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rules for a source that is not well formed. Asymptote says where it stopped; the mistake is before that. */
final class Syntax {

    private static final Set<String> NEVER_LAST =
            Set.of("else", "return", "import", "access", "include", "from", "new", "do", "struct", "typedef");

    private Syntax() {}

    static VerdictDetails error(VerdictDetails plain, List<Token> tokens) {
        int stop = indexAt(tokens, plain.line(), plain.column());
        int start = statementStart(tokens, stop);
        if (stop == start) {
            return plain;
        }
        Token last = tokens.get(stop - 1);
        if (openRoundBrackets(tokens.subList(start, stop)) > 0) {
            return after(plain, last, ")");
        }
        Optional<Token> lineEnd = unfinishedLine(tokens, start, stop);
        if (lineEnd.isPresent()) {
            return after(plain, lineEnd.get(), ";");
        }
        boolean begins = stop < tokens.size() && !isOperator(tokens.get(stop));
        return begins && isLast(last) ? after(plain, last, ";") : plain;
    }

    static VerdictDetails endOfInput(VerdictDetails plain, List<Token> tokens) {
        Optional<Token> open = unclosed(tokens);
        if (open.isPresent()) {
            Token bracket = open.get();
            return VerdictDetails.of("The " + bracket.text() + " in line " + bracket.line() + " is never closed")
                    .at(plain.file(), bracket.line(), bracket.column());
        }
        return tokens.isEmpty() || !isLast(tokens.get(tokens.size() - 1))
                ? plain
                : after(plain, tokens.get(tokens.size() - 1), ";", true);
    }

    static VerdictDetails openString(VerdictDetails plain, List<Token> tokens) {
        return tokens.stream()
                .filter(token -> token.kind() == Token.Kind.OPEN_STRING)
                .findFirst()
                .map(open -> VerdictDetails.of(
                                "The string that begins in line " + open.line() + " never ends",
                                "a closing quote is missing here or before")
                        .at(plain.file(), open.line(), open.column()))
                .orElse(plain);
    }

    private static VerdictDetails after(VerdictDetails plain, Token token, String missing) {
        return after(plain, token, missing, token.endLine() < plain.line());
    }

    private static VerdictDetails after(VerdictDetails plain, Token token, String missing, boolean lineEnds) {
        String where = lineEnds ? "at the end of line " + token.endLine() : "here";
        return VerdictDetails.of(plain.summary(), "perhaps a " + missing + " is missing " + where)
                .at(plain.file(), token.endLine(), token.endColumn());
    }

    private static int indexAt(List<Token> tokens, int line, int column) {
        int index = 0;
        while (index < tokens.size() && !tokens.get(index).isFrom(line, column)) {
            index++;
        }
        return index;
    }

    private static int statementStart(List<Token> tokens, int stop) {
        int start = stop;
        while (start > 0 && !endsStatement(tokens.get(start - 1))) {
            start--;
        }
        return start;
    }

    private static boolean endsStatement(Token token) {
        return token.isSymbol(";") || token.isSymbol("{") || token.isSymbol("}");
    }

    /** Those that close what was opened before, as in the head of a loop, do not count. */
    private static int openRoundBrackets(List<Token> tokens) {
        int open = 0;
        for (Token token : tokens) {
            if (token.isSymbol("(")) {
                open++;
            } else if (token.isSymbol(")")) {
                open = Math.max(0, open - 1);
            }
        }
        return open;
    }

    /** The last line before the stop after which a name begins the next one although nothing ended it. */
    private static Optional<Token> unfinishedLine(List<Token> tokens, int start, int stop) {
        for (int i = Math.min(stop, tokens.size() - 1); i > start; i--) {
            Token token = tokens.get(i);
            Token before = tokens.get(i - 1);
            if (before.endLine() < token.line() && isLast(before) && !isOperator(token)) {
                return Optional.of(before);
            }
        }
        return Optional.empty();
    }

    private static boolean isOperator(Token token) {
        return token.kind() == Token.Kind.SYMBOL && !token.isSymbol("}");
    }

    private static boolean isLast(Token token) {
        return token.endsExpression() && !(token.kind() == Token.Kind.NAME && NEVER_LAST.contains(token.text()));
    }

    private static Optional<Token> unclosed(List<Token> tokens) {
        Deque<Token> open = new ArrayDeque<>();
        for (Token token : tokens) {
            if (token.isSymbol("(") || token.isSymbol("[") || token.isSymbol("{")) {
                open.push(token);
            } else if (token.isSymbol(")") || token.isSymbol("]") || token.isSymbol("}")) {
                open.poll();
            }
        }
        return Optional.ofNullable(open.peek());
    }
}
