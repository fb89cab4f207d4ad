package asyfleet.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.lab.browser.Browser;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The pages beside the editor, and the parts for other pages, in a real browser on a real fleet: our own pages below a
 * path of a proxy, the parts on pages of another origin.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class WebPartsTest {

    private static final String FIGURE = "document.querySelector('asy-figure').shadowRoot";

    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path directory;

    private static BrowsedFleet fleet;
    private static ForeignPages foreign;
    private static EditorPage page;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        foreign = ForeignPages.start();
        fleet = BrowsedFleet.open(
                directory, Map.of("ASYFLEET_SLOTS", "2", "ASYFLEET_ALLOWED_ORIGINS", foreign.origin()));
        page = fleet.page;
        browser = fleet.browser;
        foreign.use(fleet.server());
    }

    @AfterAll
    static void close() throws Exception {
        foreign.close();
        if (fleet != null) {
            fleet.close();
        }
    }

    @BeforeEach
    void sitDown() {
        browser.resize(1440, 900);
        browser.dark(false);
    }

    @Test
    void theViewerOfTheApiShowsEveryAddressAndSendsARequest() throws Exception {
        browser.go(fleet.url() + "api");
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        browser.awaitTrue("fetch('api/openapi.json').then(r => r.json()).then(d => Object.keys(d.paths)"
                + ".every(path => document.body.textContent.includes(path)))");

        browser.eval("location.hash = 'render'");
        browser.awaitTrue("document.querySelector('#op-render form')");
        browser.click("#op-render form button");

        browser.awaitTrue("document.querySelector('#op-render .answer img').naturalWidth > 10");
        assertEquals(List.of(), browser.complaints());
        assertEquals(List.of(), page.violations());
    }

    @Test
    void theStatsPageShowsTheFleetAndItsLastHour() throws Exception {
        browser.go(fleet.url() + "stats");
        browser.awaitTrue("document.querySelector('#slots').innerText === '2'");
        browser.awaitTrue("document.querySelectorAll('#machines .squares i').length === 2");
        draw("size(50,50); fill(unitsquare);");

        browser.awaitTrue("document.querySelector('#wait').innerText.endsWith('s')");
        browser.awaitTrue(
                "/Wait: half within [0-9.]+ m?s/.test(document.querySelectorAll('#charts svg')[1].ariaLabel)");
        browser.awaitTrue("document.querySelector('#charts path.line').getAttribute('d').startsWith('M')");
        browser.eval(
                "{ const chart = document.querySelector('#charts svg'), box = chart.getBoundingClientRect();"
                        + " chart.dispatchEvent(new PointerEvent('pointermove', {clientX: box.right - 9, clientY: box.top + 9})); 0 }");
        browser.awaitTrue("/\\d:\\d\\d/.test(document.querySelector('#charts figcaption small').innerText)");
        assertEquals(List.of(), browser.complaints());
        assertEquals(List.of(), page.violations());
        browser.dark(true);
        assertEquals(List.of(), page.violations());
        browser.resize(390, 844);
        assertEquals(List.of(), page.violations());
        assertTrue(browser.eval("document.documentElement.scrollWidth <= innerWidth")
                .asBoolean());
    }

    private static void draw(String source) {
        browser.eval("fetch('api/render', {method: 'POST', body: '" + source + "'}).then(r => r.status)");
    }

    @Test
    void theStatsPageTellsInWordsWhatIsMissingAndGoesOnWhenItIsBack() {
        browser.go(fleet.url() + "stats");
        awaitState("^(All slots are free|Nobody waits|.* wait)");
        fleet.kill(Member.BACKEND);
        fleet.kill(Member.SCHEDULER);
        awaitState("^No scheduler is up\\\\.");
        fleet.startAgain(Member.SCHEDULER);
        awaitState("^No machine is up\\\\.");
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script>"
                + "<asy-figure>size(60,60); fill(unitsquare);</asy-figure>"));
        awaitWord("^no machine is up$");
        fleet.startAgain(Member.BACKEND);
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 80");
        browser.go(fleet.url() + "stats");
        awaitState("^(All slots are free|Nobody waits|.* wait)");

        fleet.kill(Member.QUEUE_SERVER);
        awaitState("^Connection lost, trying again\\\\. These numbers are from ");
        fleet.startAgain(Member.QUEUE_SERVER);
        foreign.use(fleet.server());
        awaitState("^(All slots are free|Nobody waits|.* wait)");

        browser.eval(
                "{ const ask = fetch, limit = AbortSignal.timeout; AbortSignal.timeout = () => limit.call(AbortSignal, 100);"
                        + " window.fetch = (url, {signal}) => window.answers ? ask(url) : new Promise((none, fail) =>"
                        + " signal.addEventListener('abort', () => fail(signal.reason))); 0 }");
        awaitState("^The server does not answer, trying again\\\\. These numbers are from ");
        browser.eval("window.answers = true");
        awaitState("^(All slots are free|Nobody waits|.* wait)");
    }

    @Test
    void theApiPageDescribesEveryAddressAndTriesIt() throws Exception {
        browser.go(fleet.url() + "api#render");
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        int described = browser.eval("fetch('api/openapi.json').then(r => r.json()).then(d => Object.values(d.paths)"
                        + ".flatMap(Object.keys).length)")
                .asInt();
        assertEquals(
                described,
                browser.eval("document.querySelectorAll('details').length").asInt());
        browser.awaitTrue("document.querySelector('#op-render form')");
        assertTrue(browser.text("#op-render pre").contains(fleet.url() + "api/render"), browser.text("#op-render pre"));
        browser.click("#op-render form button");
        browser.awaitTrue("document.querySelector('#op-render .answer img').naturalWidth > 100");

        assertEquals(List.of(), browser.complaints());
        assertEquals(List.of(), page.violations());
        browser.dark(true);
        browser.resize(390, 844);
        assertEquals(List.of(), page.violations());
        assertTrue(browser.eval("document.documentElement.scrollWidth <= innerWidth")
                .asBoolean());
    }

    private static void awaitState(String pattern) {
        browser.awaitTrue("new RegExp('" + pattern + "').test(document.querySelector('#state').innerText)");
    }

    @Test
    void whereATokenIsNeededTheStatsPageAsksForItAndAFigureMayBringIt() throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "page " + TOKEN + "\n");
        try (QueueServer server = QueueServer.start(QueueServerSettings.read(QueueServerSettings.SPEC.read(
                List.of("--port=0", "--drain-limit=1s", "--redis=" + fleet.redis.uri(), "--api-tokens=" + tokens),
                Map.of("ASYFLEET_ALLOWED_ORIGINS", foreign.origin()))))) {
            browser.go(server.address() + "/stats");
            awaitState("^This server asks for a token");
            browser.eval("document.querySelector('#token-text').focus()");
            browser.type(TOKEN);
            browser.click("#token button");
            browser.awaitTrue("document.querySelector('#slots').innerText === '2'");

            browser.go(foreign.urlOf("<script type=module src=" + server.address() + "/client/asy-figure.js></script>"
                    + "<asy-figure token=" + TOKEN + ">size(60,60); fill(unitsquare);</asy-figure>"));
            browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 80");

            page.goAsNewVisitor(server.address() + "/?token=" + TOKEN);
            page.retype("size(60,60); fill(unitsquare);");
            page.awaitWidth(80);
            browser.click("#share");
            browser.awaitTrue("document.querySelector('#menu')");
            assertTrue(browser.text("#menu").contains("asks everybody for a token"), browser.text("#menu"));
            assertTrue(browser.text("#menu").contains("shown only with a token"), browser.text("#menu"));
        }
    }

    @Test
    void theStatsPageKeepsItsCurvesWhileAnotherQueueServerAnswers() {
        browser.go(fleet.url() + "stats");
        draw("size(50,50); fill(unitsquare);");
        browser.awaitTrue("document.querySelector('#charts path.line').getAttribute('d').startsWith('M')");
        try (QueueServer other = QueueServer.start(QueueServerSettings.read(QueueServerSettings.SPEC.read(
                List.of("--port=0", "--drain-limit=1s", "--redis=" + fleet.redis.uri()), Map.of())))) {
            browser.eval("window.kept = []; new MutationObserver(() => {"
                    + " kept.push(document.querySelector('#charts path.line').getAttribute('d').startsWith('M')); })"
                    + ".observe(document.querySelector('#figures'), {attributes: true}); 0");
            fleet.proxy.moveTo(URI.create(other.address()));
            browser.awaitTrue("kept.length >= 2");
        } finally {
            fleet.proxy.moveTo(fleet.server());
        }
        browser.awaitTrue("kept.length >= 3 && kept.every(Boolean)");
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void aSourceOnAForeignPageBecomesAPictureWhenItComesIntoView() {
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script>"
                + "<asy-figure alt='A square'>size(60,60); fill(unitsquare);</asy-figure>"
                + "<p style='height: 4000px'></p><asy-figure id=far>size(60,60); fill(unitsquare);</asy-figure>"));

        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 80");
        assertEquals(
                "A square", browser.eval(FIGURE + ".querySelector('img').alt").asString());
        String far = "document.querySelector('#far').shadowRoot.querySelector('img')";
        assertTrue(browser.eval(far + " === null").asBoolean());
        browser.eval("scrollTo(0, 4000)");
        browser.awaitTrue(far + ".naturalWidth === 80");
        assertEquals(List.of(), browser.complaints());
    }

    private static void awaitWord(String pattern) {
        browser.awaitTrue("/" + pattern + "/.test(" + FIGURE + ".querySelector('.status').innerText)");
    }

    @Test
    void aFigureTakesItsSourceFromAnAddressAndTellsThePageOfItsEnds() {
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script><script>window.told = [];"
                + " addEventListener('asy-rendered', e => told.push(`${e.type} ${e.detail.image.format}`));"
                + " addEventListener('asy-failed', e => told.push(`${e.type} ${e.detail.summary}`));</script>"
                + "<asy-figure format=png src='data:text/plain,size(60,60); fill(unitsquare);'></asy-figure>"));
        browser.awaitTrue("told.join() === 'asy-rendered png'");
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 120");

        browser.eval("document.querySelector('asy-figure').setAttribute('format', 'pdf')");
        browser.awaitTrue(FIGURE + ".querySelector('a[part=picture]').innerText === 'Figure (PDF)'");
        assertEquals(
                "asy-rendered png,asy-rendered pdf", browser.eval("told.join()").asString());
        browser.eval("document.querySelector('asy-figure').setAttribute('timeout', '3000')");
        browser.eval("document.querySelector('asy-figure').source = 'while (true) {}'");
        browser.awaitTrue("/^asy-failed .*3 s/.test(told[2])");
        browser.eval("document.querySelector('asy-figure').setAttribute('src', '/nothing')");
        browser.eval("document.querySelector('asy-figure').source = null");
        browser.awaitTrue("told.at(-1) === 'asy-failed /nothing could not be loaded: status 404.'");
    }

    @Test
    void aPictureThatANewerSourceOvertookIsNeverShown() {
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script><script>window.told = [];"
                + " addEventListener('asy-rendered', e => told.push(e.target.source));"
                + " const decode = HTMLImageElement.prototype.decode; HTMLImageElement.prototype.decode = async function () {"
                + " await decode.call(this); if (this.naturalWidth === 80) await new Promise(go => { window.go = go; }); };"
                + "</script><asy-figure>size(60,60); fill(unitsquare);</asy-figure>"));
        browser.awaitTrue("window.go");
        browser.eval("document.querySelector('asy-figure').source = 'size(75,75); fill(unitsquare);'; 0");
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 100");
        browser.eval("go(); new Promise(later => setTimeout(later))");
        assertEquals(
                100, browser.eval(FIGURE + ".querySelector('img').naturalWidth").asInt());
        assertEquals(
                "size(75,75); fill(unitsquare);", browser.eval("told.join()").asString());
    }

    @Test
    void whatAProgramDrewBeforeItsErrorIsPale() {
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script><asy-figure>"
                + "size(60,60); fill(unitsquare); shipout(\"a\"); int[] none; write(none[5]);</asy-figure>"));
        browser.awaitTrue("!" + FIGURE + ".querySelector('.problem').hidden");
        browser.awaitTrue(FIGURE + ".querySelector('img.old').naturalWidth === 80");
    }

    @Test
    void theModuleAbortsReplacesAndOpensShellsOnAForeignPage() {
        browser.go(foreign.urlOf("<script type=module>import {Fleet} from 'FLEET/client/asyfleet.js';"
                + " window.fleet = new Fleet('FLEET/'); window.told = {};</script>"));
        browser.awaitTrue("window.fleet");
        browser.eval("window.stop = new AbortController(); fleet.render('while (true) {}', {signal: stop.signal,"
                + " onProgress: ({state}) => { told.state = state; }}).catch(error => { told.aborted = error; }); 0");
        browser.awaitTrue("told.state === 'running'");
        browser.eval("stop.abort('enough')");
        browser.awaitTrue("told.aborted === 'enough'");
        browser.eval(
                "fleet.render(';', {signal: AbortSignal.abort()}).catch(error => { told.never = error.name; }); 0");
        browser.awaitTrue("told.never === 'AbortError'");

        browser.eval("fleet.render('while (true) {}', {slot: 'one'}).catch(error => { told.older = error.name; });"
                + " fleet.render('size(60,60); fill(unitsquare);', {slot: 'one'})"
                + ".then(({image}) => { told.newer = image.format; }); 0");
        browser.awaitTrue("told.older === 'AbortError' && told.newer === 'svg'");

        browser.eval(
                "told.output = ''; window.shell = fleet.shell({onOutput: text => { told.output += text; },"
                        + " onImage: image => { told.image = image.format; }});"
                        + " shell.ended.catch(error => { told.closed = error.name; }); shell.send('write(6*7); draw(unitcircle);'); 0");
        browser.awaitTrue("told.output.includes('42') && told.image === 'svg'");
        browser.eval("shell.close()");
        browser.awaitTrue("told.closed === 'AbortError'");
        assertEquals(List.of(), browser.complaints());

        browser.eval("window.sockets = []; window.WebSocket = class extends WebSocket {"
                + " constructor(...how) { super(...how); sockets.push(this); } }; 0");
        browser.eval(
                "window.other = new fleet.constructor(fleet.address('')); other.prepare(); other.token = 'another'; 0");
        browser.awaitTrue("sockets.length === 1 && sockets[0].readyState === WebSocket.CLOSED");
        browser.eval("other.prepare(); 0");
        browser.awaitTrue("sockets.length === 2 && sockets[1].readyState <= WebSocket.OPEN");
        browser.eval("sockets[1].close()");
    }

    @Test
    void anErrorStandsInPlaceAndTheEditorOpensWithTheFigure() {
        browser.go(
                foreign.urlOf(
                        "<script type=module src=FLEET/client/asy-figure.js></script>"
                                + "<asy-figure><script type=text/asymptote>size(60,60);\nif (1 < 2) fill(unitsqare);</script></asy-figure>"));
        browser.awaitTrue("!" + FIGURE + ".querySelector('.problem').hidden");

        String problem =
                browser.eval(FIGURE + ".querySelector('.problem').innerText").asString();
        assertTrue(problem.contains("unitsqare"), problem);
        assertTrue(problem.contains("Line 2: if (1 < 2) fill(unitsqare);"), problem);
        page.go(browser.eval(FIGURE + ".querySelector('.edit').href").asString());
        assertEquals("size(60,60);\nif (1 < 2) fill(unitsqare);", page.source());
    }

    @Test
    void theLinkToTheEditorLiesOverNoWordOfAnError() {
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script>"
                + "<asy-figure>size(60,60); fill(unitsquare);</asy-figure>"));
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 80");
        browser.eval("document.querySelector('asy-figure').source = 'size(60,60); fill(unitsqare);'; 0");
        browser.awaitTrue("!" + FIGURE + ".querySelector('.problem').hidden");
        assertTrue(browser.eval("{ const box = part => " + FIGURE + ".querySelector(part).getBoundingClientRect();"
                        + " box('.edit').height > 0 && box('.edit').top >= box('.problem').bottom }")
                .asBoolean());
    }

    @Test
    void aFigureOnAForeignPageSaysHowLongItStillWaits() {
        browser.go(foreign.urlOf("<script type=module src=FLEET/client/asy-figure.js></script>"));
        // As quick as the figure claims to be: slower ones would leave it a slot.
        List<CompletableFuture<HttpResponse<String>>> others = IntStream.range(0, 16)
                .mapToObj(number -> fleet.render("while (true) {} // " + number, 3000))
                .toList();
        browser.awaitTrue("fetch('" + fleet.server() + "/api/queue-stats').then(r => r.json())"
                + ".then(s => s.queue.queued >= 2)");
        browser.eval("document.body.innerHTML = '<asy-figure>size(60,60); fill(unitsquare);</asy-figure>'; 0");
        awaitWord("^waiting, (about .+|any moment)$");
        others.forEach(other -> other.cancel(true));
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 80");
    }

    @Test
    void aFigureInSpaceIsDrawnInTheEmbed() throws Exception {
        page.go(fleet.url());
        String link = page.link(fleet.url(), "import three; size(60,60); draw(unitcube, red);");
        browser.resize(600, 400);
        browser.go(link.replace("#", "embed#"));
        browser.awaitTrue(FIGURE + ".querySelector('iframe')");
        Path seen = directory.resolve("embed.png");
        await().until(() -> {
            browser.screenshot(seen);
            return redPixels(ImageIO.read(seen.toFile())) > 2000;
        });
    }

    private static long redPixels(BufferedImage image) {
        return colours(image)
                .filter(colour -> colour.getRed() > 2 * colour.getBlue() && colour.getRed() > 2 * colour.getGreen())
                .count();
    }

    @Test
    void theEditorsEmbedIsAPictureWithAWayBack() throws Exception {
        page.goAsNewVisitor(fleet.url());
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        page.choose("#share", "Copy embed");
        browser.awaitTrue("navigator.clipboard.readText().then(text => text.startsWith('<iframe src='))");
        String html = browser.eval("navigator.clipboard.readText()").asString();
        String link = html.replaceFirst("(?s)^<iframe src=\"([^\"]+)\".*$", "$1");

        browser.go(link);
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth === 80");
        assertEquals(List.of(), page.violations());
        assertEquals(List.of(), browser.complaints());
        page.go(browser.eval("document.querySelector('#edit').href").asString());
        assertEquals("size(60,60); fill(unitsquare);", page.source());

        browser.go(link.substring(0, link.length() - 9));
        browser.awaitTrue(
                "document.querySelector('#figure').innerText === 'The figure of this link could not be read. Is the link complete?'");
    }

    @Test
    void theExamplesOfTheDocumentsDoWhatTheySay() {
        browser.go(foreign.url("1-image.html"));
        browser.awaitTrue("document.querySelector('img').naturalWidth > 200");
        assertEquals(List.of(), browser.complaints());

        browser.go(foreign.url("2-figure.html"));
        browser.awaitTrue(FIGURE + ".querySelector('img').naturalWidth > 200");
        browser.resize(1440, 2000); // so that all of them are in view
        browser.awaitTrue("document.querySelectorAll('asy-figure')[1].shadowRoot.querySelector('iframe')");
        browser.awaitTrue("!document.querySelectorAll('asy-figure')[2].shadowRoot.querySelector('.problem').hidden");
        assertEquals(List.of(), browser.complaints());

        browser.go(foreign.url("3-module.html"));
        browser.awaitTrue("document.querySelector('img').naturalWidth > 200");
        browser.eval("document.querySelector('textarea').focus()");
        browser.pressControl("a");
        browser.type("size(60,60); fill(unitsquare);");
        browser.awaitTrue("document.querySelector('img').naturalWidth === 80");
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void framesOnAForeignPageDraw() {
        browser.resize(1440, 1200); // so that both are in view
        browser.go(foreign.url("4-frame.html"));

        for (int frame = 0; frame < 2; frame++) {
            JsonNode box =
                    browser.eval("document.querySelectorAll('iframe')[" + frame + "].getBoundingClientRect().toJSON()");
            await().until(() -> colouredPixels(seenIn(box)) > 1000);
        }
        assertEquals(List.of(), browser.complaints());
    }

    private static BufferedImage seenIn(JsonNode box) throws IOException {
        Path seen = directory.resolve("frames.png");
        browser.screenshot(seen);
        return ImageIO.read(seen.toFile())
                .getSubimage(
                        box.path("x").asInt(),
                        box.path("y").asInt(),
                        box.path("width").asInt(),
                        box.path("height").asInt());
    }

    private static long colouredPixels(BufferedImage image) {
        return colours(image)
                .filter(colour -> Math.abs(colour.getRed() - colour.getBlue()) > 80
                        || Math.abs(colour.getRed() - colour.getGreen()) > 80)
                .count();
    }

    private static Stream<Color> colours(BufferedImage image) {
        return IntStream.range(0, image.getWidth() * image.getHeight())
                .mapToObj(i -> new Color(image.getRGB(i % image.getWidth(), i / image.getWidth())));
    }

    @Test
    void withoutScriptsAFormDraws() throws Exception {
        browser.scripts(false);
        try {
            browser.go(fleet.url());
            browser.eval("document.querySelector('textarea').value = 'size(60,60);\\nfill(unitsquare);'");
            browser.submit("form");
            browser.awaitTrue("document.querySelector('.picture img').naturalWidth === 80");
            assertEquals(List.of(), browser.complaints());

            browser.eval("document.querySelector('textarea').value = 'size(60,60);\\nfill(unitsqare);'");
            browser.submit("form");
            browser.awaitTrue("document.querySelector('.problem')");
            assertTrue(browser.text(".problem").contains("Line 2: fill(unitsqare);"), browser.text(".problem"));
            assertEquals(
                    "size(60,60);\nfill(unitsqare);",
                    browser.eval("document.querySelector('textarea').value").asString());
        } finally {
            browser.scripts(true);
        }
        assertEquals(List.of(), page.violations());
    }
}
