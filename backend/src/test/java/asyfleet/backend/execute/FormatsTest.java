package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The formats of pictures, as a real Asymptote makes them. */
@Tag("slow")
final class FormatsTest {

    private static final String FLAT = "size(2cm); draw(unitcircle); label(\"$x$\", (0,0));";
    private static final String SOLID = "import three; size(3cm); draw(unitsphere, green); label(\"$z$\", 2Z);";

    /** Anything that a browser would load from elsewhere. */
    private static final Pattern LOADS = Pattern.compile("(src|href)\\s*=\\s*[\"']?(https?:)?//");

    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = ExecutionFixture.create();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    @Test
    void aSolidBecomesAPageThatTurnsItAndLoadsNothing() {
        String page = fixture.run(SOLID, ExecutionFixture.format(Format.HTML)).image();
        assertTrue(page.contains("<canvas"), page);
        assertTrue(page.contains("AsyGL"), "expected the scripts within the page");
        assertFalse(LOADS.matcher(page).find(), page);
    }

    @Test
    void aFlatFigureBecomesAPageThatShowsIt() {
        String page = fixture.run(FLAT, ExecutionFixture.format(Format.HTML)).image();
        assertTrue(page.contains("<svg"), page);
        assertFalse(LOADS.matcher(page).find(), page);
    }

    @Test
    void aFigureBecomesEncapsulatedPostScript() {
        assertTrue(
                fixture.run(FLAT, ExecutionFixture.format(Format.EPS)).image().startsWith("%!PS-Adobe-3.0 EPSF-3.0"));
    }

    @ParameterizedTest
    @EnumSource
    void aSourceMayNameItsFormatItself(Format format) {
        Recording recording = fixture.run("settings.outformat = \"" + format.wire() + "\"; " + FLAT);
        assertEquals(format, recording.results().get(0).format());
        assertTrue(recording.complete().success());
    }
}
