package asyfleet.backend.warm;

import static asyfleet.backend.warm.WarmFixture.svg;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.protocol.task.Format;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One figure for each thing that a warm start could get wrong. {@code asyfleet bench equality} does the same for all the
 * examples that come with Asymptote, which takes too long for here.
 */
@Tag("slow")
final class EqualityTest {

    private static WarmFixture fixture;
    private static Launcher warmly;
    private static Launcher coldly;

    @BeforeAll
    static void open() throws Exception {
        fixture = new WarmFixture();
        WarmStart warm = fixture.warm();
        warmly = fixture.launcher(warm);
        coldly = fixture.launcher(fixture.cold());
        await().until(() -> warm.isWarm(Format.SVG));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "modules         | import graph; size(6cm,4cm,IgnoreAspect); draw(graph(sin,0,7)); xaxis(\"$x$\",Ticks);",
                "three dimensions| import three; size(4cm); draw(unitsphere, green); label(\"$z$\", 2Z);",
                "random numbers  | srand(7); for (int i = 0; i < 20; ++i) dot((unitrand()*99, unitrand()*99)); write(rand());",
                "bitmaps         | import palette; size(4cm); image(new real[][] {{1,2},{3,4}}, (0,0), (1,1), Rainbow());",
                "other fonts     | size(3cm); draw(unitsquare); label(\"\\textsf{sans} \\textbf{bold}\", (0,0));",
                "another engine  | settings.tex = \"pdflatex\"; size(3cm); draw(unitsquare); label(\"$y$\", (0,0));",
                "plain TeX       | settings.tex = \"tex\"; size(3cm); draw(unitsquare); label(\"$y$\", (0,0));",
                "another format  | settings.outformat = \"pdf\"; size(3cm); draw(unitsquare); label(\"$y$\", (0,0));",
                "no picture      | write(\"only words\"); write(1.5);",
                "a long box      | label(minipage(\"many words in a box of some width that TeX breaks\", 3cm), (0,0));",
                "turned labels   | size(4cm); draw(unitsquare); label(rotate(30)*\"turned\", (0.5,0.5));",
                "patterns        | import patterns; add(\"hatch\", hatch()); size(3cm); fill(unitsquare, pattern(\"hatch\"));",
                "a task's input  | string s = stdin; write(\"read:\" + s);",
                "an unknown name | size(3cm); draw(unitsquare); drow(unitsquare);",
                "nothing at all   | ;"
            })
    void isTheSameAsCold(String what, String source) throws Exception {
        assertSameAsCold(svg(source));
    }

    @Test
    void randomNumbersWithoutASeedAreTheSameAsCold() throws Exception {
        ExecutionRequest request = svg("for (int i = 0; i < 20; ++i) { write(unitrand()); write(rand()); }");
        assumeTrue(
                Difference.between(Rendering.of(coldly, request), Rendering.of(coldly, request))
                        .isEmpty(),
                "this Asymptote begins each run with others");
        assertSameAsCold(request);
    }

    private static void assertSameAsCold(ExecutionRequest request) throws Exception {
        Rendering cold = Rendering.of(coldly, request);
        assertEquals(Optional.empty(), Difference.between(cold, Rendering.of(warmly, request)), cold.output());
    }
}
