package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.sandbox.Display;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
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

    @Test
    void aPngIsSmoothAndAsSharpAsAskedFor() throws IOException {
        BufferedImage usual = png(null, null);
        assertEquals(114, usual.getWidth());
        assertTrue(colours(usual) > 8, "expected grey between black and white");
        assertEquals(171, png(216, null).getWidth());
        assertFalse(usual.getColorModel().hasAlpha());
    }

    @Test
    void aPngLosesNoEdge() throws IOException {
        BufferedImage box = ImageIO.read(new ByteArrayInputStream(
                fixture.run("size(2cm); draw(box((0,0),(1,1)));", ExecutionFixture.format(Format.PNG))
                        .results()
                        .get(0)
                        .contents()));
        int middle = box.getWidth() / 2;
        for (int edge : new int[] {0, box.getWidth() - 1}) {
            assertTrue((box.getRGB(edge, middle) & 0xff) < 200, "expected the box at its sides");
            assertTrue((box.getRGB(middle, edge) & 0xff) < 200, "expected the box at its top and bottom");
        }
    }

    @Test
    void aPngIsTransparentIfAskedFor() throws IOException {
        BufferedImage picture = png(null, true);
        assertEquals(0, picture.getRGB(2, 2) >>> 24);
        assertTrue(Arrays.stream(picture.getRGB(0, 0, 114, 114, null, 0, 114)).anyMatch(pixel -> pixel >>> 24 == 255));
    }

    @Test
    void aSourceMaySayItselfHowSharpItsPngIs() throws IOException {
        Recording recording = fixture.run("settings.render = 4; " + FLAT, ExecutionFixture.format(Format.PNG));
        assertEquals(227, read(recording).getWidth());
    }

    @Test
    void aPngOfTooManyPixelsIsRefusedBeforeItIsDrawn() {
        Recording recording = fixture.run(
                "size(150cm); draw(unitcircle);",
                ExecutionFixture.format(Format.PNG).with(new PictureOptions(null, 576, null, null)));
        assertEquals(EndCode.EXIT_CODE, recording.complete().verdict().code());
        assertTrue(
                recording.output().contains("picture of 34016 x 34016 pixels; expected at most 50000000"),
                recording::output);
    }

    @Test
    void lettersOfAnSvgStayLettersIfAskedFor() {
        String letters = fixture.run(FLAT, TaskOptions.DEFAULT.with(new PictureOptions(null, null, null, true)))
                .image();
        assertTrue(letters.contains("<text"), letters);
        assertTrue(letters.contains("@font-face"), letters);
        assertFalse(fixture.run(FLAT).image().contains("<text"));
    }

    @Test
    void severalFormatsAreDrawnByOneTask() {
        PictureOptions both = new PictureOptions(List.of(Format.PDF, Format.SVG, Format.PNG), null, null, null);
        Recording recording = fixture.run("write(\"once\"); " + FLAT, TaskOptions.DEFAULT.with(both));
        assertEquals(
                List.of(Format.PDF, Format.SVG, Format.PNG),
                recording.results().stream().map(Result::format).toList());
        assertEquals("once\n", recording.output());
        assertTrue(recording.complete().success());
    }

    @Test
    void aFurtherFormatThatFailsSaysWhyAndTheFirstIsStillThere() {
        PictureOptions both = new PictureOptions(List.of(Format.SVG, Format.PNG), 576, null, null);
        Recording recording = fixture.run("size(150cm); draw(unitcircle);", TaskOptions.DEFAULT.with(both));
        assertEquals(Format.SVG, recording.results().get(0).format());
        assertEquals(EndCode.EXIT_CODE, recording.complete().verdict().code());
        assertTrue(recording.output().contains("pixels; expected at most"), recording::output);
    }

    @ParameterizedTest
    @EnumSource(names = {"SVG", "PDF", "PNG"})
    void solidsAreDrawnByAnXServerInTheCell(Format format) {
        Assumptions.assumeTrue(Display.isInstalled(), "no Xvfb on this machine");
        Recording recording = fixture.run(SOLID, ExecutionFixture.format(format));
        assertEquals("", recording.output());
        assertEquals(format, recording.results().get(0).format());
        assertTrue(recording.results().get(0).contents().length < 500_000, "expected pixels, not thousands of paths");
    }

    @Test
    void aSourceMaySayItselfHowSharpItsSolidsAre() throws IOException {
        Assumptions.assumeTrue(Display.isInstalled(), "no Xvfb on this machine");
        TaskOptions png = ExecutionFixture.format(Format.PNG);
        int usual = read(fixture.run(SOLID, png)).getWidth();
        int asked = read(fixture.run("settings.render = 4; " + SOLID, png)).getWidth();
        assertEquals(2.0 * usual, asked, 2, "four pixels for each point in place of two");
    }

    private static BufferedImage png(Integer dpi, Boolean transparent) throws IOException {
        TaskOptions options =
                ExecutionFixture.format(Format.PNG).with(new PictureOptions(null, dpi, transparent, null));
        return read(fixture.run(FLAT, options));
    }

    private static BufferedImage read(Recording recording) throws IOException {
        assertTrue(recording.complete().success(), recording::output);
        return ImageIO.read(new ByteArrayInputStream(recording.results().get(0).contents()));
    }

    private static long colours(BufferedImage image) {
        int side = Math.min(image.getWidth(), image.getHeight());
        return Arrays.stream(image.getRGB(0, 0, side, side, null, 0, side))
                .distinct()
                .count();
    }

    @ParameterizedTest
    @EnumSource
    void aSourceMayNameItsFormatItself(Format format) {
        Recording recording = fixture.run("settings.outformat = \"" + format.wire() + "\"; " + FLAT);
        assertEquals(format, recording.results().get(0).format());
        assertTrue(recording.complete().success());
    }
}
