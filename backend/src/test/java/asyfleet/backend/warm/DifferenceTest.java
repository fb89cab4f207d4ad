package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

final class DifferenceTest {

    private static Rendering rendering(int exitCode, String output, String file) {
        return new Rendering(
                Optional.of(exitCode), output, Map.of("out.pdf", file.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static Optional<String> between(String one, String other) {
        return Difference.between(rendering(0, "", one), rendering(0, "", other));
    }

    @Test
    void exitCodeFilesContentsAndOutputCount() {
        Rendering one = rendering(0, "said", "drawn");
        assertEquals(Optional.empty(), Difference.between(one, rendering(0, "said", "drawn")));
        assertEquals(
                Optional.of("exit code Optional[0] and Optional[1]"),
                Difference.between(one, rendering(1, "said", "drawn")));
        assertEquals(
                Optional.of("output 'said' and 'said more'"),
                Difference.between(one, rendering(0, "said more", "drawn")));
        assertEquals(Optional.of("contents of out.pdf"), Difference.between(one, rendering(0, "said", "other")));
        assertEquals(
                Optional.of("files [out.pdf] and []"),
                Difference.between(one, new Rendering(Optional.of(0), "said", Map.of())));
    }

    @Test
    void theTimeAFileWasMadeAtDoesNotCount() {
        assertEquals(Optional.empty(), between("a /CreationDate (D:2026) b", "a /CreationDate (D:2027) b"));
        assertEquals(Optional.empty(), between("/ID [<12><12>]\n\u00ff", "/ID [<34><34>]\n\u00ff"));
        assertEquals(Optional.of("contents of out.pdf"), between("/Creation (D:2026)", "/Creation (D:2027)"));
    }

    /** As Ghostscript 10.05 writes it: objects are packed, and so is the table of their places. */
    private static String packedPdf(String object, String time) {
        String objects = packed(object + "<</CreationDate(D:" + time + ")>>");
        return "%PDF-1.7\n7 0 obj\n<</Type/ObjStm/N 2/Length " + objects.length() + ">>stream\n" + objects
                + "endstream\nendobj\n8 0 obj\n<</Type /XRef\n/ID [<97><97>]/W [1 2 2]>>\nstream\n"
                + packed(time) + "endstream\nendobj\nstartxref\n" + objects.length() + time.length() + "\n%%EOF\n";
    }

    private static String packed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream packing = new DeflaterOutputStream(bytes)) {
            packing.write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void theTimeInPackedObjectsOfAPdfDoesNotCountButTheObjectsDo() {
        assertEquals(
                Optional.empty(),
                between(packedPdf("[/Pattern]", "20261118010203Z"), packedPdf("[/Pattern]", "20300101000000Z")));
        assertEquals(
                Optional.of("contents of out.pdf"),
                between(packedPdf("[/Pattern]", "20261118"), packedPdf("[/Shading]", "20261118")));
    }

    @Test
    void theOrderOfDefinitionsDoesNotCountButThatOfTheDrawingDoes() {
        assertEquals(
                Optional.empty(),
                between("<defs>\n<path a>\n<path b>\n</defs>", "<defs>\n<path b>\n<path a>\n</defs>"));
        assertEquals(
                Optional.of("contents of out.pdf"),
                between("<g>\n<path a>\n<path b>\n</g>", "<g>\n<path b>\n<path a>\n</g>"));
    }

    @Test
    void whatTexReadsFromTheSystemDoesNotCount() {
        Rendering cold =
                rendering(1, "(./out_.tex (/usr/share/tex/article.cls\nDocument Class: article x\n)\n! Wrong", "");
        assertEquals(Optional.empty(), Difference.between(cold, rendering(1, "(./out_.tex\n! Wrong", "")));
        assertEquals(
                Optional.of("output ' ./out_.tex ! Wrong' and ' ./out_.tex ! Right'"),
                Difference.between(cold, rendering(1, "(./out_.tex\n! Right", "")));
    }
}
