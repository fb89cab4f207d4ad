package asyfleet.queueserver.tasks.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.TaskLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The sources of a zip, also of one that was made to cost much. One thread reads the zips of all callers. What has a
 * timeout here took hours before it was bounded, and takes a moment now.
 */
@Tag("slow")
class ZipSourcesTest {

    private static final TaskLimits.Files LIMITS = TaskLimits.DEFAULT.files();

    @Test
    void aFigureGetsTheFilesThatItOrAModuleOfItNames() throws IOException {
        ZipSources sources = read(Map.of(
                "a.asy", "import style; string f = \"data-1.csv\";",
                "style.asy", "graphic(\"logo.eps\");",
                "data-1.csv", "1",
                "data-2.csv", "2",
                "logo.eps", "%!PS",
                "log.txt", "no word of any source"));

        assertEquals(
                Set.of("a.asy", "style.asy", "data-1.csv", "logo.eps"),
                sources.filesOf(sources.figures().get(0)).keySet());
    }

    @Test
    void importsAreFoundWhereverAStatementBegins() throws IOException {
        ZipSources sources = read(Map.of(
                "a.asy", "int x;import one;\n\timport\ntwo;\n{}access \"three\";\nfrom four access f; // import five",
                "one.asy", "",
                "two.asy", "",
                "three.asy", "",
                "four.asy", "",
                "five.asy", ""));

        assertEquals(
                List.of("a.asy", "five.asy"),
                sources.figures().stream().map(ZipSources.Source::path).toList());
    }

    @Test
    @Timeout(60)
    void manyBlankLinesAreReadAtOnce() throws IOException {
        assertEquals(1, read(Map.of("a.asy", "\n".repeat(2 << 20))).figures().size());
    }

    @Test
    @Timeout(120)
    void manyFilesThatNameOneAnotherAreReadAtOnce() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        String filler = "aaaaaaaaaaaaaaa ".repeat(20_000);
        for (int i = 0; i < 90; i++) {
            files.put("m" + i + ".asy", "import m" + (i + 1) + ";\n" + filler);
        }
        for (int i = 0; i < 300; i++) {
            files.put("f" + i + ".asy", "import m0;");
        }
        for (int i = 0; i < 4000; i++) {
            files.put("aaaaaaaaaaaaaaab" + i + ".txt", "");
        }
        ZipSources sources = read(files);

        assertEquals(300, sources.figures().size());
        sources.figures()
                .forEach(figure -> assertEquals(91, sources.filesOf(figure).size()));
    }

    @Test
    void aFigureThatNeedsTooManyFilesIsNotFollowedToItsEnd() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) {
            files.put("m" + i + ".asy", "import m" + (i + 1) + ";");
        }
        files.put("f.asy", "import m0;");
        ZipSources sources = read(files);

        assertEquals(
                LIMITS.maxFiles() + 1, sources.filesOf(sources.figures().get(0)).size(), "enough to be refused");
    }

    @Test
    void whatIsLeftOutIsNotUnpackedWithoutABound() throws IOException {
        byte[] zip = zip(out -> {
            out.putNextEntry(new ZipEntry("a.asy"));
            out.putNextEntry(new ZipEntry("film.mp4"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 300; i++) {
                out.write(zeros);
            }
        });
        assertTrue(zip.length < 1 << 20, "it is small to send");

        assertEquals(
                413,
                assertThrows(HttpError.class, () -> ZipSources.read(zip, LIMITS))
                        .status());
    }

    private static ZipSources read(Map<String, String> files) throws IOException {
        return ZipSources.read(
                zip(out -> {
                    for (Map.Entry<String, String> file : files.entrySet()) {
                        out.putNextEntry(new ZipEntry(file.getKey()));
                        out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                    }
                }),
                LIMITS);
    }

    private interface Filling {
        void fill(ZipOutputStream out) throws IOException;
    }

    private static byte[] zip(Filling filling) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = bytes;
                ZipOutputStream zip = new ZipOutputStream(out)) {
            filling.fill(zip);
        }
        return bytes.toByteArray();
    }
}
