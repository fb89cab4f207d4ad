package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser, on a real fleet. Skipped where there is no Chromium, unless {@code
 * ASYFLEET_TEST_BROWSER=required} says that there must be one.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class PageTest {

    private static final String DRAWN = "document.querySelector('#pictures img')?.naturalWidth > 0";

    @TempDir
    private static Path directory;

    private static RedisFixture redis;
    private static FleetProcesses fleet;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        Optional<Path> program = Browser.find();
        if (!"required".equals(System.getenv("ASYFLEET_TEST_BROWSER"))) {
            Assumptions.assumeTrue(program.isPresent(), "no chromium on the PATH: the page is not tested");
        }
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1", "ASYFLEET_RESULT_LIFE", "0"));
        browser = Browser.open(program.orElseThrow(), directory.resolve("profile"), fleet.url());
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
            fleet.close();
            redis.close();
        }
    }

    @Test
    void aFigureThatIsTypedAppearsAndCanBeDownloaded() {
        render("size(2cm); draw(unitcircle);", "svg");

        awaitStatus("Done in ");
        browser.awaitTrue(DRAWN);
        assertEquals(
                "figure.svg",
                browser.eval("document.querySelector('#pictures a[download]').download")
                        .asString());
        assertTrue(browser.eval("document.querySelector('#output').hidden").asBoolean());
    }

    @Test
    void everyPictureOfAProgramIsShown() {
        render("size(1cm); draw(unitcircle); shipout(\"a\"); erase(); draw(unitsquare);", "png");

        awaitStatus("Done in ");
        browser.awaitTrue("document.querySelectorAll('#pictures img').length === 2");
    }

    @Test
    void aPdfCanBeOpened() {
        render("size(1cm); draw(unitcircle);", "pdf");

        awaitStatus("Done in ");
        assertEquals("Open figure.pdf", browser.text("#pictures .paper a"));
    }

    @Test
    void anErrorIsShownWithItsLineWhichCanBeGoneTo() {
        render("size(1cm);\ndraw(unitcirle);\n", "svg");

        awaitStatus("Execution failed with code 1");
        assertTrue(browser.text("#output").contains("no matching variable 'unitcirle'"), browser.text("#output"));
        assertEquals("2", browser.text("#lines .bad"));
        browser.click("#goto");
        assertEquals(
                "draw(unitcirle);", browser.eval("getSelection().toString()").asString());
        assertTrue(browser.eval("document.querySelector('#pictures').children.length === 0")
                .asBoolean());
    }

    @Test
    void whoeverWaitsSeesHowLongAndMayStop() {
        // One that takes longer than the page to say how long, so that there is something to wait for.
        CompletableFuture<HttpResponse<String>> before = CheckedHttpClient.create()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(fleet.url() + "/api/render?timeout=30000"))
                                .POST(BodyPublishers.ofString("while(true) {}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        awaitActive(1);
        render("draw(unitcircle);", "svg");

        browser.awaitTrue("/^about .* to go$/.test(document.querySelector('#clock').innerText)");
        browser.click("#stop");
        awaitStatus("Stopped.");
        before.cancel(true);
        awaitActive(0);
    }

    private static void awaitActive(int tasks) {
        browser.awaitTrue("fetch('/api/queue-stats').then(r => r.json()).then(s => s.queue.active === " + tasks + ")");
    }

    @Test
    void theSourceIsThereAgainWhenThePageIsLoadedAgain() {
        browser.retype("#source", "// kept");
        browser.reload();

        assertEquals(
                "// kept",
                browser.eval("document.querySelector('#source').value").asString());
    }

    @Test
    void nothingIsCutOffInANarrowWindow() {
        browser.resize(360, 640);

        assertTrue(browser.eval("document.documentElement.scrollWidth <= innerWidth")
                .asBoolean());
        browser.resize(1280, 800);
    }

    private static void render(String source, String format) {
        browser.retype("#source", source);
        browser.eval("document.querySelector('#format').value = '" + format + "'");
        browser.click("#run");
    }

    private static void awaitStatus(String begin) {
        browser.awaitTrue("document.querySelector('#status').innerText.startsWith('" + begin + "')");
    }
}
