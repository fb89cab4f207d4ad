package asyfleet.backend.explain;

/**
 * A piece of a source in Asymptote.
 *
 * @param text of a string what is between its quotes
 * @param line where it begins, from 1
 * @param column where it begins, in characters from 1
 * @param endLine where it ends
 * @param endColumn the column after its last character
 */
record Token(Kind kind, String text, int line, int column, int endLine, int endColumn) {

    enum Kind {
        NAME,
        NUMBER,
        STRING,
        /** A string to whose end the source does not come. */
        OPEN_STRING,
        /** One character. */
        SYMBOL
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isName(String name) {
        return kind == Kind.NAME && text.equals(name);
    }

    boolean isString() {
        return kind == Kind.STRING || kind == Kind.OPEN_STRING;
    }

    /** Whether it begins at that place or after it. */
    boolean isFrom(int otherLine, int otherColumn) {
        return line > otherLine || line == otherLine && column >= otherColumn;
    }

    /** Whether an expression may end with it. */
    boolean endsExpression() {
        return kind == Kind.NAME || kind == Kind.NUMBER || isString() || isSymbol(")") || isSymbol("]");
    }
}
