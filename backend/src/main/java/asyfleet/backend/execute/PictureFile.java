package asyfleet.backend.execute;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage.Result;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A file that a program left, as the picture that is sent. Each format has a mark that is written last. */
final class PictureFile {

    /** Room for the mark and for white space after it. */
    private static final int TAIL_BYTES = 64;

    private PictureFile() {}

    /** A picture that the program gave no name. */
    static Optional<Result> picture(Format format, byte[] contents) {
        return picture(format, contents, null);
    }

    /**
     * The picture; empty if the file is not whole.
     *
     * @param name which the program gave it, or null
     */
    static Optional<Result> picture(Format format, byte[] contents, String name) {
        if (!isComplete(format, contents)) {
            return Optional.empty();
        }
        byte[] sent = format == Format.HTML ? WebGlScript.OURS.changedIn(contents) : contents;
        return Optional.of(new Result(format, sent, name));
    }

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
