package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.lab.browser.Browser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
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
@Timeout(value = 15, unit = TimeUnit.MINUTES)
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

    private BrowsedFleet fleet;
    private EditorPage page;
    private Browser browser;

    /** Those of an earlier run would hide that one is missing. */
    @BeforeAll
    static void begin() throws IOException {
        if (Files.exists(PICTURES)) {
            try (Stream<Path> pictures = Files.list(PICTURES)) {
                for (Path picture : pictures.toList()) {
                    Files.delete(picture);
                }
            }
        }
        Files.createDirectories(PICTURES);
    }

    @Test
    void everyStateOfThePageCanBeLookedAt(@TempDir Path directory) throws Exception {
        // Only two tasks of this machine may wait, so that the next one is denied.
        Map<String, String> settings = Map.of("ASYFLEET_SLOTS", "1", "MAX_QUEUE_SIZE", "8");
        try (BrowsedFleet opened = BrowsedFleet.open(directory, settings)) {
            fleet = opened;
            page = fleet.page;
            browser = page.browser;
            page.goAsNewVisitor(fleet.url());
            page.awaitStatus(" · svg");
            take("first");
            completion();
            error();
            files();
            output();
            menus();
            sheets();
            shell();
            waiting();
            running();
            lost();
        }
        assertTrue(Files.exists(PICTURES.resolve("no-machine-390-dark.png")));
    }

    @Test
    void everyOtherPageCanBeLookedAt(@TempDir Path directory) throws Exception {
        try (ForeignPages foreign = ForeignPages.start();
                BrowsedFleet opened = BrowsedFleet.open(
                        directory, Map.of("ASYFLEET_SLOTS", "2", "ASYFLEET_ALLOWED_ORIGINS", foreign.origin()))) {
            fleet = opened;
            page = fleet.page;
            browser = page.browser;
            foreign.use(fleet.server());
            stats();
            api();
            embed();
            figures(foreign);
            form();
        }
        assertTrue(Files.exists(PICTURES.resolve("form-error-390-dark.png")));
    }

    private void stats() {
        for (int i = 0; i < 8; i++) {
            fleet.render("size(3cm); draw(unitcircle, linewidth(" + (i + 1) + "));", 3000)
                    .join();
        }
        CompletableFuture<HttpResponse<String>> endless = fleet.render("while (true) {}", 10_000);
        browser.go(fleet.url() + "stats");
        browser.awaitTrue("document.querySelector('#running').innerText === '1'");
        browser.awaitTrue("document.querySelector('#charts path.line').getAttribute('d').startsWith('M')");
        take("stats");
        endless.cancel(true);
    }

    private void api() {
        browser.go(fleet.url() + "api");
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        take("api");
        browser.eval("location.hash = 'render'");
        browser.awaitTrue("document.querySelector('#op-render form')");
        browser.click("#op-render form button");
        browser.awaitTrue("document.querySelector('#op-render .answer img').naturalWidth > 100");
        take("api-open");
        browser.eval("document.querySelector('#op-render form').scrollIntoView()");
        take("api-tried");
    }

    private void embed() {
        page.goAsNewVisitor(fleet.url());
        page.retype(PLOT);
        page.awaitStatus(" · svg");
        embed("embed");
        page.go(fleet.url());
        page.retype("size(4cm);\nfill(unitsqare);");
        page.awaitStatus("error");
        embed("embed-error");
    }

    private void embed(String name) {
        page.choose("#share", "Copy embed");
        browser.awaitTrue("navigator.clipboard.readText().then(text => text.startsWith('<iframe src='))");
        String html = browser.eval("navigator.clipboard.readText()").asString();
        browser.go(html.replaceFirst("(?s)^<iframe src=\"([^\"]+)\".*$", "$1"));
        browser.awaitTrue(
                "document.querySelector('asy-figure').shadowRoot" + ".querySelector('img, .problem:not([hidden])')");
        take(name);
    }

    private void figures(ForeignPages foreign) {
        browser.go(foreign.url("2-figure.html"));
        browser.eval("document.querySelectorAll('asy-figure').forEach(figure => figure.render())");
        browser.awaitTrue("[...document.querySelectorAll('asy-figure')].every(figure => figure.shadowRoot"
                + ".querySelector('img, iframe, .problem:not([hidden])'))");
        take("figures");
        browser.eval("document.querySelectorAll('asy-figure')[2].scrollIntoView()");
        take("figures-error");
        browser.go(foreign.url("3-module.html"));
        browser.awaitTrue("document.querySelector('img').naturalWidth > 200");
        take("module");
    }

    private void form() {
        browser.go(fleet.url() + "form");
        take("form");
        draw("size(4cm);\ndraw(unitcircle);");
        browser.awaitTrue("document.querySelector('.picture img').naturalWidth > 100");
        take("form-drawn");
        draw("size(4cm);\nfill(unitsqare);");
        browser.awaitTrue("document.querySelector('.problem')");
        take("form-error");
    }

    private void draw(String source) {
        browser.eval("document.querySelector('textarea').value = '" + source.replace("\n", "\\n") + "'");
        browser.submit("form");
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
        takePicturePane("plot-picture");
    }

    /** On a phone the picture is a pane of its own. */
    private void takePicturePane(String name) {
        browser.eval("document.body.dataset.view = 'picture'");
        take(name);
        browser.eval("document.body.dataset.view = 'source'");
    }

    private void rename(String title) {
        page.choose("#work", "Rename");
        browser.awaitTrue("document.querySelector('dialog input')");
        browser.eval("document.querySelector('dialog input').select()");
        browser.type(title);
        browser.click("dialog button[type=submit]");
        browser.awaitTrue("document.querySelector('#title').innerText === '" + title + "'");
    }

    private void files() {
        page.retype("import helper;\nsize(6cm);\npart();\n");
        page.choose("#add-file", "New data");
        page.retype("1\n2\n3\n");
        page.choose("#add-file", "New source");
        page.retype("// What main.asy imports\nvoid part() { fill(unitsquare, orange); draw(unitcircle); }\n");
        page.awaitStatus(" · svg");
        browser.click("#file-menu");
        take("files");
        browser.press("Escape");
        page.choose("#file-menu", "Rename");
        browser.awaitTrue("document.querySelector('dialog input')");
        take("rename");
        browser.press("Escape");
        page.choose("#work", "New figure");
        page.awaitStatus(" · svg");
    }

    private void menus() {
        for (String menu : List.of("work", "share", "download")) {
            browser.click("#" + menu);
            browser.awaitTrue("document.querySelector('#menu')");
            take("menu-" + menu);
            browser.press("Escape");
        }
        page.command("token");
        browser.awaitTrue("document.querySelector('dialog.token')");
        take("token");
        browser.press("Escape");
        browser.eval("document.querySelector('.cm-content').focus()");
        browser.pressControl("f");
        browser.awaitTrue("document.querySelector('.cm-search')");
        take("search");
        browser.press("Escape");
    }

    private void waiting() {
        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        page.awaitStatus(" · ");
        page.retype(PLOT);
        page.awaitStatus(" · svg");
        CompletableFuture<HttpResponse<String>> before = fleet.render("while (true) {}", 30_000);
        fleet.awaitActive(1);
        browser.type("// another\n");
        browser.awaitTrue("/^about /.test(document.querySelector('#clock').innerText)");
        take("waiting");
        browser.click("#stop");
        take("stopped");
        CompletableFuture<HttpResponse<String>> second = fleet.render("while (true) {} // second", 30_000);
        CompletableFuture<HttpResponse<String>> third = fleet.render("while (true) {} // third", 30_000);
        browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.queued === 2)");
        browser.click("#render");
        page.awaitStatus("^You have too many figures under way");
        take("denied");
        third.cancel(true);
        second.cancel(true);
        before.cancel(true);
        fleet.awaitActive(0);
    }

    private void running() {
        page.retype("size(4cm); draw(unitcircle); while (true) {}");
        browser.awaitTrue("document.querySelector('#clock').innerText.includes('of at most')");
        take("running");
        fleet.render("size(4cm); draw(unitcircle);", 3000);
        page.awaitStatus("the fleet is busy");
        take("busy");
        browser.click("#stop");
        page.awaitStatus("stopped");
    }

    private void lost() throws IOException {
        page.retype(PLOT);
        page.awaitStatus(" · svg");
        fleet.proxy.refuse("Too much waits on this server; try again in a moment");
        browser.type("// more\n");
        page.awaitStatus("^too much waits on this server, trying again$");
        take("refused");
        fleet.proxy.refuse("");
        page.awaitStatus(" · svg");
        fleet.kill(Member.BACKEND);
        browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.maxConcurrent === 0)");
        browser.type("// ");
        page.awaitStatus("no machine is up");
        take("no-machine");
        fleet.kill(Member.QUEUE_SERVER);
        page.awaitStatus("connection lost");
        take("lost");
    }

    private void error() {
        page.retype(
                "import graph;\nsize(8cm,6cm,IgnoreAspect);\nreal f(real x) { return x^2; }\ndraw(grph(f, -1, 1));\n");
        page.awaitStatus("error");
        take("error");
        takePicturePane("error-picture");
        browser.click("#show-problems");
        take("problems");
        browser.click("#show-problems");
    }

    private void output() {
        page.retype("for (int i = 0; i < 20; ++i) write(i^2);\nsize(4cm); draw(unitcircle); shipout(\"a\"); erase();\n"
                + "size(4cm); draw(unitsquare, red);\n");
        browser.awaitTrue("document.querySelectorAll('#pictures button').length > 1");
        take("output");
        browser.click("#show-output");
    }

    private void sheets() {
        browser.click("#commands");
        take("commands");
        browser.press("Escape");
        browser.click("#examples");
        browser.awaitTrue("[...document.querySelectorAll('dialog .card img')].slice(0, 8).every(i => i.naturalWidth)");
        take("examples");
        browser.eval("[...document.querySelectorAll('dialog .card')].find(c => c.innerText.includes('Torus')).click()");
        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)') ||"
                + " /error|longer/.test(document.querySelector('#status').innerText)");
        take("space");
        page.choose("#work", "History");
        browser.awaitTrue("document.querySelector('dialog .card img').naturalWidth");
        take("history");
        browser.press("Escape");
    }

    private void shell() {
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.prompt textarea') === document.activeElement");
        browser.type("size(4cm); draw(unitcircle, red); write(6*7);");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        browser.awaitTrue("document.querySelector('#sheet img') && !document.querySelector('#sheet.dim')");
        take("shell");
        fleet.render("size(60,60); fill(unitsquare);", 3000).join();
        browser.awaitTrue("document.querySelector('.log .end')");
        take("shell-ended");
        browser.click("#shell");
        page.awaitStatus(" · ");
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
