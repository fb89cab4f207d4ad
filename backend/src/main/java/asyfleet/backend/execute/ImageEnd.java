package asyfleet.backend.execute;

import asyfleet.protocol.task.Format;
import java.nio.charset.StandardCharsets;

/** The test whether an image file is whole: each format has a mark that is written last. */
final class ImageEnd {

    /** Room for the mark and for white space after it. */
    private static final int TAIL_BYTES = 64;

    private ImageEnd() {}

    static boolean isComplete(Format format, byte[] contents) {
        int length = Math.min(TAIL_BYTES, contents.length);
        String tail = new String(contents, contents.length - length, length, StandardCharsets.ISO_8859_1);
        return switch (format) {
            case SVG -> tail.stripTrailing().endsWith("</svg>");
            case PDF, EPS -> tail.stripTrailing().endsWith("%%EOF");
            case HTML -> tail.stripTrailing().endsWith("</html>");
            case PNG -> tail.length() >= 8 && tail.substring(tail.length() - 8).startsWith("IEND");
        };
    }
}
