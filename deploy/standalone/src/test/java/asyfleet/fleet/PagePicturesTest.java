package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pictures of the page in its states, large, small and on a phone, light and dark, for people to look at. Written to
 * {@code target/page}, only if {@code -Dasyfleet.pictures=true} asks for them.
 */
@EnabledIfSystemProperty(named = "asyfleet.pictures", matches = "true")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("slow")
class PagePicturesTest {

    private static final Path PICTURES = Path.of("target/page");

    private EditorPage page;
    private Browser browser;

    @Test
    void everyStateOfThePageCanBeLookedAt(@TempDir Path directory) throws IOException {
        Files.createDirectories(PICTURES);
        try (RedisFixture redis = RedisFixture.start();
                FleetProcesses fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1"));
                EditorPage opened = EditorPage.open(directory.resolve("profile"))) {
            page = opened;
            browser = page.browser;
            page.goAsNewVisitor(fleet.url().toString());
            page.awaitStatus(" · svg");
            take("first");
            error();
            output();
            sheets();
            shell();
        }
        assertTrue(Files.exists(PICTURES.resolve("shell-390-dark.png")));
    }

    private void error() {
        page.retype(
                "import graph;\nsize(8cm,6cm,IgnoreAspect);\nreal f(real x) { return x^2; }\ndraw(grph(f, -1, 1));\n");
        page.awaitStatus("error");
        take("error");
    }

    private void output() {
        page.retype("for (int i = 0; i < 20; ++i) write(i^2);\nsize(4cm); draw(unitcircle); shipout(\"a\"); erase();\n"
                + "size(4cm); draw(unitsquare, red);\n");
        browser.awaitTrue("document.querySelectorAll('#pictures button').length > 1");
        take("output");
        browser.click("#show-output");
    }

    private void sheets() {
        browser.click("#share");
        take("menu");
        browser.press("Escape");
        browser.click("#examples");
        browser.awaitTrue("[...document.querySelectorAll('.card img')].slice(0, 8).every(i => i.naturalWidth)");
        take("examples");
        browser.eval("[...document.querySelectorAll('.card')].find(c => c.innerText.includes('Torus')).click()");
        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)')");
        take("space");
    }

    private void shell() {
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.log .out')");
        browser.eval("document.querySelector('.prompt textarea').focus()");
        browser.type("size(4cm); draw(unitcircle, red); write(6*7);");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        take("shell");
    }

    private void take(String name) {
        for (int[] size : new int[][] {{1440, 900}, {1024, 768}, {390, 844}}) {
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
