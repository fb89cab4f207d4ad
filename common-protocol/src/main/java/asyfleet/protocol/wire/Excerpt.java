package asyfleet.protocol.wire;

/**
 * A peer's text as it may stand in an error message or a log line: quoted, shortened, with nothing in it that could end
 * the line, hide text or drive a terminal.
 */
public final class Excerpt {

    /** Long enough to recognise what was sent, short enough for one line. */
    static final int MAX_CHARS = 60;

    private Excerpt() {}

    /** The beginning of a text, in double quotes. */
    public static String of(String text) {
        return '"' + line(text, MAX_CHARS) + '"';
    }

    /** The beginning of a text, as it may stand within a line. */
    public static String line(String text, int maxChars) {
        StringBuilder out = new StringBuilder();
        int shown = 0;
        int at = 0;
        while (at < text.length() && shown < maxChars) {
            int codePoint = text.codePointAt(at);
            append(out, codePoint);
            at += Character.charCount(codePoint);
            shown++;
        }
        return out.append(at < text.length() ? "…" : "").toString();
    }

    /** The beginning of bytes that need not be text; a byte that is not ASCII is shown by its code. */
    public static String of(byte[] bytes, int length) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < Math.min(length, MAX_CHARS); i++) {
            if (bytes[i] >= 0) {
                append(out, bytes[i]);
            } else {
                out.append(String.format("\\x%02x", bytes[i]));
            }
        }
        return out.append(length > MAX_CHARS ? "…\"" : "\"").toString();
    }

    private static void append(StringBuilder out, int codePoint) {
        switch (codePoint) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\\' -> out.append("\\\\");
            default -> {
                if (isPlain(codePoint)) {
                    out.appendCodePoint(codePoint);
                } else {
                    out.append(String.format("\\u%04x", codePoint));
                }
            }
        }
    }

    private static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT, // among them the marks that reverse the direction of writing
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
