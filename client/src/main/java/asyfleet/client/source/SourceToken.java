package asyfleet.client.source;

/**
 * A word, a string or a sign of an Asymptote source.
 *
 * @param text of a string, what is between its quotes
 */
record SourceToken(Kind kind, String text, int line, int column) {

    enum Kind {
        WORD,
        STRING,
        SIGN
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }
}
