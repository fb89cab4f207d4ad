package asyfleet.client.source;

/**
 * A place in a source that names a file.
 *
 * @param name as it is written there
 */
record Reference(Kind kind, String name, int line, int column) {

    enum Kind {
        /** A module that is imported or included. The fleet may have it. */
        MODULE,
        /** A file that the program opens. It must be there. */
        READ,
        /** A text that looks like the name of a file, such as in LaTeX or in an expression. */
        MENTION
    }

    static Reference of(Kind kind, SourceToken token) {
        return new Reference(kind, token.text(), token.line(), token.column());
    }
}
