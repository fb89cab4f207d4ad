package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The choice of those files of a task that are its pictures. */
@Tag("slow")
final class ImagesTest {

    private static SandboxFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = SandboxFixture.bwrap();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    /** Collects what a script left that writes SVG files with {@code svg NAME MINUTE CONTENTS}. */
    private static Images.Found collect(String script, long maxBytes) throws Exception {
        String svg = "svg() { echo \"$3</svg>\" >$1; touch -d 12:$2 $1; }; ";
        try (Cell cell = fixture.start(svg + script)) {
            assertEquals(0, cell.exit().get());
            return new Images(cell.directory(), Set.of("upload.svg"), 100).collect(Format.SVG, maxBytes);
        }
    }

    private static List<String> found(String script) throws Exception {
        return collect(script, 1000).results().stream()
                .map(result -> new String(result.contents(), StandardCharsets.UTF_8).strip())
                .toList();
    }

    @Test
    void theyComeInTheOrderOfTheirTimes() throws Exception {
        assertEquals(List.of("1</svg>", "2</svg>"), found("svg a.svg 02 2; svg b.svg 01 1"));
    }

    @Test
    void theOneWithoutANameComesLastWheneverItWasDrawn() throws Exception {
        assertEquals(List.of("2</svg>", "1</svg>"), found("svg out.svg 01 1; svg a.svg 02 2"));
    }

    @Test
    void whatIsNotWholeIsLeftOut() throws Exception {
        assertEquals(List.of("1</svg>"), found("svg a.svg 01 1; echo '<svg>' >b.svg; : >c.png"));
    }

    @Test
    void whatTheTaskBroughtOrOnlyUsedInBetweenIsLeftOut() throws Exception {
        assertEquals(
                List.of("1</svg>"), found("svg a.svg 01 1; svg upload.svg 02 2; svg out_.svg 03 3; svg .svg 04 4"));
    }

    @Test
    void linksAndDirectoriesAreLeftOut() throws Exception {
        assertEquals(List.of("1</svg>"), found("svg a.svg 01 1; ln -s a.svg b.svg; mkdir c.svg"));
    }

    @Test
    void thoseThatFitAreKeptAndTheSizeOfAllIsTold() throws Exception {
        Images.Found found = collect("svg a.svg 01 1; svg b.svg 02 2", 10);
        assertEquals(1, found.results().size());
        assertEquals(Optional.of(16L), found.tooLarge());
    }
}
