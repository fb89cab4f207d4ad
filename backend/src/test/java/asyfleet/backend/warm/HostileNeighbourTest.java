package asyfleet.backend.warm;

import static asyfleet.backend.warm.WarmFixture.request;
import static asyfleet.backend.warm.WarmFixture.svg;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import asyfleet.protocol.task.Format;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a task does, those beside it and after it are as if it had not been there. */
@Tag("slow")
final class HostileNeighbourTest {

    private static final String LABELLED = "size(3cm); draw(unitsquare); label(\"$x^2$\", (0.5,0.5)); write(\"said\");";

    private static WarmFixture fixture;
    private static WarmStart warm;
    private static Launcher hostile;
    private static Launcher ordinary;
    private static Rendering expected;

    @BeforeAll
    static void open() throws Exception {
        fixture = new WarmFixture();
        warm = fixture.warm();
        await().until(() -> warm.isWarm(Format.SVG));
        hostile = fixture.launcher(warm);
        ordinary = fixture.launcher(warm);
        expected = Rendering.of(fixture.launcher(fixture.cold()), svg(LABELLED));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"write_everywhere.pl", "hold_everything.pl"})
    void aFigureBesideIsTheSameAndWarmAndSoIsTheNext(String attack) throws Exception {
        try (Cell cell = hostile.launch(attack(attack))) {
            await().until(() -> cell.directory().find("ready").isPresent());
            assertFigureIsUnharmed(ordinary);
        }
        assertFigureIsUnharmed(hostile);
        assertFigureIsUnharmed(ordinary);
    }

    /** Asymptote runs the program that the settings name in place of TeX, and gives it this file to read. */
    private static ExecutionRequest attack(String script) throws Exception {
        return request(
                Format.SVG,
                Map.of(
                        "main.asy",
                        "settings.texcommand = \"sh\"; label(\"x\", (0,0));",
                        "\\scrollmode",
                        "exec perl attack.pl 2>complaints",
                        "attack.pl",
                        new String(WarmFixture.resource(script), StandardCharsets.UTF_8)));
    }

    private static void assertFigureIsUnharmed(Launcher launcher) throws Exception {
        for (int i = 0; i < 3; i++) {
            Rendering figure = Rendering.of(launcher, svg(LABELLED));
            assertEquals(Optional.empty(), Difference.between(expected, figure), figure.output());
            assertEquals("said\n", figure.output());
        }
        try (Cell cell = launcher.launch(svg("real w = texsize(\"x\")[0]; while (true) {}"))) {
            await().until(() -> WarmFixture.copyOf(cell, "asy").isPresent()
                    && WarmFixture.copyOf(cell, "latex").isPresent());
        }
    }
}
