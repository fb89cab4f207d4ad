package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
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
        assertEquals(Optional.of("output"), Difference.between(one, rendering(0, "said more", "drawn")));
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
        assertEquals(Optional.of("output"), Difference.between(cold, rendering(1, "(./out_.tex\n! Right", "")));
    }
}
