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

    private static final String PLOT = """
        // Where the waves meet
        import graph;
        size(11cm, 8cm, IgnoreAspect);

        real f(real x) { return sin(x) * exp(-x/8); }
        real g(real x) { return sin(x + pi/3) / 2; }

        pair F(real x) { return (x, f(x)); }
        path wave = graph(f, 0, 4pi, 300);
        path other = graph(g, 0, 4pi, 300);

        fill(wave -- (4pi, 0) -- (0, 0) -- cycle, rgb("b5371f") + opacity(0.12));
        draw(wave, rgb("b5371f") + 1.2bp);
        draw(other, rgb("1d5a8a") + 1.2bp + dashed);
        for (pair z : intersectionpoints(wave, other))
          dot(z, 5bp + rgb("1c1b19"));

        xaxis("$x$", LeftTicks(Step=2), Arrow);
        yaxis("$y$", RightTicks(Step=0.5), Arrow);
        label("$e^{-x/8}\\sin x$", F(1.6), NE, rgb("b5371f"));
        """;

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
            completion();
            error();
            output();
            sheets();
            shell();
            waiting();
            noMachine(fleet);
        }
        assertTrue(Files.exists(PICTURES.resolve("no-machine-390-dark.png")));
    }

    private void completion() {
        browser.awaitTrue(
                "fetch('api/names', {cache: 'no-store'}).then(r => r.json()).then(list => list.modules.graph)");
        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        rename("waves");
        page.retype(PLOT);
        browser.awaitTrue("document.querySelector('#sheet img')?.naturalWidth > 380");
        browser.type("dra");
        browser.awaitTrue("document.querySelector('.cm-completionInfo')");
        take("completion");
        browser.type("w(graph(f, ");
        browser.awaitTrue("document.querySelector('.signature')");
        take("signature");
        page.retype(PLOT);
        page.awaitStatus(" · svg");
        take("plot");
    }

    private void rename(String title) {
        page.choose("#work", "Rename");
        browser.awaitTrue("document.querySelector('dialog input')");
        browser.eval("document.querySelector('dialog input').select()");
        browser.type(title);
        browser.click("dialog button[type=submit]");
        browser.awaitTrue("document.querySelector('#title').innerText === '" + title + "'");
    }

    private void waiting() {
        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        page.awaitStatus(" · ");
        page.retype(PLOT);
        page.awaitStatus(" · svg");
        page.retype("size(4cm); draw(unitcircle); while (true) {}");
        browser.awaitTrue("document.querySelector('#clock').innerText.includes('of at most')");
        take("running");
        browser.eval("fetch('api/render?timeout=3000', {method: 'POST', body: 'size(4cm); draw(unitcircle);'}); 0");
        page.awaitStatus("the fleet is busy");
        take("busy");
        browser.click("#stop");
        page.awaitStatus("stopped");
    }

    private void noMachine(FleetProcesses fleet) {
        page.retype(PLOT);
        page.awaitStatus(" · svg");
        fleet.kill(FleetProcesses.Member.BACKEND);
        browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.maxConcurrent === 0)");
        browser.type("// ");
        page.awaitStatus("no machine is up");
        take("no-machine");
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
        browser.click("#commands");
        take("commands");
        browser.press("Escape");
        browser.click("#examples");
        browser.awaitTrue("[...document.querySelectorAll('.card img')].slice(0, 8).every(i => i.naturalWidth)");
        take("examples");
        browser.eval("[...document.querySelectorAll('.card')].find(c => c.innerText.includes('Torus')).click()");
        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)') ||"
                + " /error|longer/.test(document.querySelector('#status').innerText)");
        take("space");
    }

    private void shell() {
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.log .out')");
        browser.eval("document.querySelector('.prompt textarea').focus()");
        browser.type("size(4cm); draw(unitcircle, red); write(6*7);");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        browser.awaitTrue("document.querySelector('#sheet img') && !document.querySelector('#sheet.dim')");
        take("shell");
    }

    private void take(String name) {
        for (int[] size : new int[][] {{1440, 900}, {1024, 768}, {390, 844}}) {
            browser.resize(size[0], size[1]);
            settle();
            for (boolean dark : new boolean[] {false, true}) {
                browser.dark(dark);
                browser.screenshot(PICTURES.resolve(name + "-" + size[0] + (dark ? "-dark" : "") + ".png"));
            }
        }
        browser.resize(1440, 900);
        browser.dark(false);
    }

    /** The page has drawn itself anew for its size. */
    private void settle() {
        browser.eval("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 0)");
    }
}
