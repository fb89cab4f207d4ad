package asyfleet.backend.explain;

import java.util.ArrayList;
import java.util.List;

/** A reader that splits a source in Asymptote into its tokens, without comments and white space. Lives for one source. */
final class TokenReader {

    private static final int MOST = 200_000;

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private TokenReader(String source) {
        this.source = source;
    }

    static List<Token> of(String source) {
        return new TokenReader(source).read();
    }

    private List<Token> read() {
        while (at < source.length() && tokens.size() < MOST) {
            char letter = source.charAt(at);
            if (letter == '"' || letter == '\'') {
                string(letter);
            } else if (source.startsWith("//", at)) {
                skipTo("\n", 0);
            } else if (source.startsWith("/*", at)) {
                skipTo("*/", 2);
            } else if (Character.isWhitespace(letter)) {
                next();
            } else {
                word(letter);
            }
        }
        return tokens;
    }

    private void next() {
        if (source.charAt(at) == '\n') {
            line++;
            lineStart = at + 1;
        }
        at++;
    }

    private void skipTo(String end, int length) {
        int found = source.indexOf(end, at);
        int target = found < 0 ? source.length() : found + length;
        while (at < target) {
            next();
        }
    }

    /** In double quotes a backslash hides a quote or another one, and is itself a letter; in single quotes it hides any. */
    private void string(char quote) {
        int start = at;
        int startLine = line;
        int startColumn = column();
        next();
        while (at < source.length() && source.charAt(at) != quote) {
            boolean hidden = source.charAt(at) == '\\' && at + 1 < source.length();
            if (hidden && (quote == '\'' || "\"\\".indexOf(source.charAt(at + 1)) >= 0)) {
                next();
            }
            next();
        }
        boolean closed = at < source.length();
        String text = source.substring(start + 1, at);
        if (closed) {
            next();
        }
        Token.Kind kind = closed ? Token.Kind.STRING : Token.Kind.OPEN_STRING;
        tokens.add(new Token(kind, text, startLine, startColumn, line, column()));
    }

    private void word(char first) {
        int start = at;
        int startColumn = column();
        Token.Kind kind = kind(first);
        at++;
        while (kind != Token.Kind.SYMBOL && at < source.length() && continues(source.charAt(at), kind)) {
            at++;
        }
        tokens.add(new Token(kind, source.substring(start, at), line, startColumn, line, column()));
    }

    private static Token.Kind kind(char first) {
        if (Character.isDigit(first)) {
            return Token.Kind.NUMBER;
        }
        return Character.isJavaIdentifierStart(first) && first != '$' ? Token.Kind.NAME : Token.Kind.SYMBOL;
    }

    private static boolean continues(char letter, Token.Kind kind) {
        return Character.isLetterOrDigit(letter) || letter == '_' || kind == Token.Kind.NUMBER && letter == '.';
    }

    private int column() {
        return at - lineStart + 1;
    }
}
