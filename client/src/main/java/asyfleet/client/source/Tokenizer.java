package asyfleet.client.source;

import java.util.ArrayList;
import java.util.List;

/**
 * A reader that cuts an Asymptote source into tokens and leaves out its comments. A loop and not a regular expression,
 * whose stack a long comment would exhaust. Confined to one thread.
 */
final class Tokenizer {

    private final String source;
    private final List<SourceToken> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private Tokenizer(String source) {
        this.source = source;
    }

    static List<SourceToken> tokens(String source) {
        Tokenizer tokenizer = new Tokenizer(source);
        while (tokenizer.at < source.length()) {
            tokenizer.step();
        }
        return tokenizer.tokens;
    }

    private void step() {
        char next = source.charAt(at);
        if (Character.isWhitespace(next)) {
            moveTo(at + 1);
        } else if (source.startsWith("//", at)) {
            moveTo(after("\n"));
        } else if (source.startsWith("/*", at)) {
            moveTo(after("*/"));
        } else if (next == '"' || next == '\'') {
            int end = endOfString(next);
            add(SourceToken.Kind.STRING, at + 1, end, Math.min(end + 1, source.length()));
        } else if (Character.isJavaIdentifierStart(next) && next != '$') {
            int end = endOfWord();
            add(SourceToken.Kind.WORD, at, end, end);
        } else {
            add(SourceToken.Kind.SIGN, at, at + 1, at + 1);
        }
    }

    private void add(SourceToken.Kind kind, int from, int to, int next) {
        tokens.add(new SourceToken(kind, source.substring(from, to), line, at - lineStart + 1));
        moveTo(next);
    }

    private int after(String mark) {
        int found = source.indexOf(mark, at + 2);
        return found < 0 ? source.length() : found + mark.length();
    }

    private int endOfString(char quote) {
        int end = at + 1;
        while (end < source.length() && source.charAt(end) != quote) {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end, source.length());
    }

    private int endOfWord() {
        int end = at + 1;
        while (end < source.length() && Character.isJavaIdentifierPart(source.charAt(end))) {
            end++;
        }
        return end;
    }

    private void moveTo(int next) {
        for (; at < next; at++) {
            if (source.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
    }
}
