package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PictureFileTest {

    private static boolean isComplete(Format format, String contents) {
        return PictureFile.isComplete(format, contents.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void anSvgIsWholeWithItsClosingTag() {
        assertTrue(isComplete(Format.SVG, "<svg></svg>\n"));
        assertFalse(isComplete(Format.SVG, "<svg><g></svg"));
    }

    @Test
    void aPdfIsWholeWithItsEndMark() {
        assertTrue(isComplete(Format.PDF, "%PDF-1.5 ... startxref\n12\n%%EOF\n"));
        assertFalse(isComplete(Format.PDF, "%PDF-1.5 ... %%EOF\n more to come"));
    }

    @Test
    void aPngIsWholeWithItsLastChunk() {
        assertTrue(isComplete(Format.PNG, "\u0089PNG....\0\0\0\0IEND\u00aeB`\u0082"));
        assertFalse(isComplete(Format.PNG, "\u0089PNG....IDAT"));
    }

    @Test
    void aPageIsWholeWithItsClosingTag() {
        assertTrue(isComplete(Format.HTML, "<html></html>\n"));
        assertFalse(isComplete(Format.HTML, "<html><body>"));
    }

    @Test
    void postScriptIsWholeWithItsEndMark() {
        assertTrue(isComplete(Format.EPS, "%!PS-Adobe-3.0 EPSF-3.0 ... showpage\n%%EOF\n"));
        assertFalse(isComplete(Format.EPS, "%!PS-Adobe-3.0 EPSF-3.0 ... showpage\n"));
    }

    @Test
    void nothingIsNoImage() {
        for (Format format : Format.values()) {
            assertFalse(isComplete(format, ""));
        }
    }
}
