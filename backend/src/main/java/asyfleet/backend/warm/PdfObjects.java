package asyfleet.backend.warm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/**
 * The objects of a PDF as text. Ghostscript 10.03 and newer pack most of them into streams, and with them the time at
 * which the file was made; where each object is then depends on how well that time packs.
 */
final class PdfObjects {

    private static final Pattern PACKED =
            Pattern.compile("/ObjStm\\b[^>]*>>\\s*stream\\r?\\n(.*?)endstream", Pattern.DOTALL);

    /** Where the objects are: as a stream, and at the end where that stream is. */
    private static final Pattern PLACES =
            Pattern.compile("/Type ?/XRef\\b.*?endstream|startxref\\s+\\d+|/Length \\d+", Pattern.DOTALL);

    private static final int MOST_BYTES = 64 << 20;

    private PdfObjects() {}

    /** @param text of a file, a character for each byte; what is no PDF with packed objects stays as it is */
    static String unpacked(String text) {
        if (!text.startsWith("%PDF-") || !PACKED.matcher(text).find()) {
            return text;
        }
        String unpacked =
                PACKED.matcher(text).replaceAll(stream -> Matcher.quoteReplacement(inflated(stream.group(1))));
        return PLACES.matcher(unpacked).replaceAll("");
    }

    private static String inflated(String stream) {
        byte[] packed = stream.getBytes(StandardCharsets.ISO_8859_1);
        try (InputStream objects = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return new String(objects.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return stream; // packed in another way: then it is compared as it is
        }
    }
}
