package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import asyfleet.redis.RedisFixture;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures in the format html, served by a real fleet, in a real browser: what they can do, and where they draw. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class FiguresInPagesTest {

    private static final String SOLID = "import three; size(200); draw(unitsphere, red); label(\"$x$\", 2X);";

    @TempDir
    private static Path directory;

    private static RedisFixture redis;
    private static FleetProcesses fleet;
    private static ForeignSite site;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        browser = EditorPage.open(directory.resolve("profile")).browser;
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1"));
        site = new ForeignSite();
    }

    @AfterAll
    static void close() {
        if (site != null) {
            browser.close();
            site.close();
            fleet.close();
            redis.close();
        }
    }

    @BeforeEach
    void leaveSomethingToFind() {
        browser.go(fleet.url() + "/healthz");
        browser.eval("document.cookie = 'secret=1'; localStorage.setItem('secret', '1')");
        site.asked().clear();
    }

    /** The page of that figure. A browser can open it, because the source is in the address. */
    private static String figure(String source) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(source.getBytes(StandardCharsets.UTF_8));
        }
        return fleet.url() + "/asymptote/html/" + Base64.getUrlEncoder().encodeToString(packed.toByteArray());
    }

    private static String hostilePage() throws IOException {
        try (InputStream in = FiguresInPagesTest.class.getResourceAsStream("hostile.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("WORLD", site.url());
        }
    }

    /** A program that writes its page itself, so that all of it is the stranger's. */
    private static String hostileFigure() throws IOException {
        return figure("file page=output(\"page.html\");\nwrite(page, \"" + hostilePage() + "\");\nclose(page);");
    }

    /** How each attempt ended, by its name. */
    private static Map<String, String> ends(String expression) {
        browser.awaitTrue(expression);
        JsonNode told = browser.eval(expression);
        JsonNode ends = told.isString() ? JsonMapper.shared().readTree(told.asString()) : told;
        Map<String, String> all = new TreeMap<>();
        ends.properties().forEach(end -> all.put(end.getKey(), end.getValue().asString()));
        return all;
    }

    private static void assertNothingSucceeded(Map<String, String> ends) {
        assertTrue(ends.size() >= 8, ends.toString());
        // What the browser lets a script call although it then does nothing.
        List<String> silent = List.of("beacon", "form", "frame", "top");
        ends.forEach((name, end) -> assertTrue(silent.contains(name) || end.equals("refused"), name + " of " + ends));
        assertEquals(List.of(), site.asked());
    }

    @Test
    void aHostilePageReachesNobodyAndReadsNothing() throws Exception {
        browser.go(hostileFigure());
        assertNothingSucceeded(ends("document.documentElement.dataset.ends"));
    }

    @Test
    void aHostilePageInAFrameLeavesThePageAroundItAlone() throws Exception {
        String around = site.page("/around", """
                <!doctype html><title>around</title>
                <script>addEventListener('message', event => { window.ends = event.data; })</script>
                <iframe src='%s'></iframe>
                """.formatted(hostileFigure()));
        browser.go(around);
        Map<String, String> ends = ends("window.ends");
        assertNothingSucceeded(ends);
        assertEquals("refused", ends.get("page around"));
        assertEquals(around, browser.eval("location.href").asString(), "the top is where it was");
    }

    @Test
    void withoutThePolicyTheSamePageWouldReachOut() throws Exception {
        browser.go(site.page("/hostile", hostilePage()));
        Map<String, String> ends = ends("document.documentElement.dataset.ends");
        assertEquals("done", ends.get("cookie"));
        assertEquals("done", ends.get("storage"));
        Awaitility.await().until(() -> site.asked()
                .containsAll(List.of("/fetch", "/image", "/script", "/style", "/in-a-frame", "/form")));
    }

    @Test
    void aScriptInALabelRunsInThePageOfTheFigureAndNoFurther() throws Exception {
        browser.go(figure("size(4cm); label(\"x\\special{dvisvgm:raw <script>document.documentElement.dataset.label="
                + "'ran'; fetch('" + site.url() + "/label')</script>}</script>\", (0,0));"));
        browser.awaitTrue("document.documentElement.dataset.label === 'ran'");
        browser.awaitTrue("document.querySelector('svg')");
        Awaitility.await().until(() -> browser.complaints().stream().anyMatch(one -> one.contains("/label")));
        assertEquals(List.of(), site.asked());
    }

    @Test
    void aSolidIsDrawnInASandboxedFrameOfAnotherSite() throws Exception {
        browser.go(site.page("/book", """
                <!doctype html><title>book</title>
                <iframe sandbox='allow-scripts' width='300' height='300' src='%s'></iframe>
                """.formatted(figure(SOLID))));
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> redPixels() > 5000);
        assertEquals(List.of(), browser.complaints());
    }

    private static int redPixels() throws IOException {
        Path file = directory.resolve("page.png");
        browser.screenshot(file);
        BufferedImage image = ImageIO.read(file.toFile());
        int red = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                Color color = new Color(image.getRGB(x, y));
                red += color.getRed() > 100 && color.getGreen() < 90 && color.getBlue() < 90 ? 1 : 0;
            }
        }
        return red;
    }
}
