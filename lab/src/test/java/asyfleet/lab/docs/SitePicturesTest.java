package asyfleet.lab.docs;

import asyfleet.lab.browser.Browser;
import asyfleet.testing.NeededTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pictures of the web site of the documents, large and on a phone, light and dark, for people to look at. Written to
 * {@code target/site-pictures}, only if {@code -Dasyfleet.pictures=true} asks for them.
 */
@EnabledIfSystemProperty(named = "asyfleet.pictures", matches = "true")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class SitePicturesTest {

    private static final Path PICTURES = Path.of("target/site-pictures");

    @TempDir
    private Path directory;

    private Browser browser;

    @Test
    void theSiteCanBeLookedAt() throws Exception {
        Path program = NeededTools.need("BROWSER", Browser.find(), "no chromium in /usr/bin: no pictures are taken");
        Files.createDirectories(PICTURES);
        Path site = directory.resolve("site");
        DocsSite.read(Path.of("..").toRealPath()).write(site);
        try (Browser opened = Browser.open(program, directory.resolve("profile"))) {
            browser = opened;
            for (String page : new String[] {"index", "settings", "scheduling", "operations/logs", "http-api"}) {
                open(site, page);
                take(page.replace('/', '-'));
            }
            open(site, "scheduling");
            browser.eval("document.querySelector('#measured-under-load').scrollIntoView()");
            take("table");
            open(site, "index");
            browser.press("/");
            browser.type("queue timeout");
            browser.awaitTrue("document.querySelectorAll('#found a').length > 3");
            take("search");
        }
    }

    private void open(Path site, String page) {
        browser.go(site.resolve(page + ".html").toUri().toString());
        browser.awaitTrue("document.readyState === 'complete'");
    }

    private void take(String name) {
        for (int[] size : new int[][] {{1440, 900}, {390, 844}}) {
            browser.resize(size[0], size[1]);
            for (boolean dark : new boolean[] {false, true}) {
                browser.dark(dark);
                browser.screenshot(PICTURES.resolve(name + "-" + size[0] + (dark ? "-dark" : "") + ".png"));
            }
        }
        browser.resize(1440, 900);
        browser.dark(false);
    }
}
