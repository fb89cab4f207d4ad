package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.lab.browser.Browser;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The editor page in a real browser, on a real fleet, below a path of a proxy. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class PageTest implements EditorOnPage, WorkOnPage {

    @TempDir
    private static Path directory;

    private static RedisFixture redis;
    private static FleetProcesses fleet;
    private static PrefixProxy proxy;
    private static EditorPage page;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        page = EditorPage.open(directory.resolve("profile"));
        browser = page.browser;
        browser.allowClipboard();
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1", "ASYFLEET_RESULT_LIFE", "0"));
        proxy = PrefixProxy.to(fleet.url());
    }

    @AfterAll
    static void close() throws Exception {
        if (proxy != null) {
            page.close();
            proxy.close();
            fleet.close();
            redis.close();
        }
    }

    @Override
    public EditorPage page() {
        return page;
    }

    @BeforeEach
    void visit() {
        browser.resize(1440, 900);
        page.goAsNewVisitor(proxy.url());
    }

    @Test
    void aNewVisitorSeesAFinishedFigureAndThenTheFleetsOwn() {
        browser.awaitTrue("document.querySelector('#sheet img').naturalWidth > 100");
        assertTrue(browser.text("#welcome").startsWith("Change a number."));

        page.awaitStatus("ms · svg|s · svg");
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void thePictureFollowsTheTyping() {
        page.retype("size(50,50); fill(unitsquare);");
        page.awaitWidth(67);

        page.retype("size(75,75); fill(unitsquare);");
        page.awaitWidth(100);
        assertTrue(browser.eval("document.querySelector('#welcome').hidden").asBoolean());
    }

    @Test
    void aPictureOfAnOlderSourceIsNeverShown() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        browser.eval(
                "window.widths = []; new MutationObserver(() => widths.push("
                        + "document.querySelector('#sheet img')?.naturalWidth)).observe(document.querySelector('#sheet'), {childList: true})");
        for (int size = 30; size < 75; size += 3) {
            page.retype("size(" + size + "," + size + "); fill(unitsquare);");
        }
        page.retype("size(75,75); fill(unitsquare);");
        page.awaitWidth(100);
        // Whatever was begun for an older source had its time to come.
        page.retype("size(90,90); fill(unitsquare);");
        page.awaitWidth(120);

        List<Integer> widths =
                browser.eval("widths").valueStream().map(w -> w.asInt()).toList();
        assertEquals(widths.stream().sorted().toList(), widths);
    }

    @Test
    void anErrorIsShownAtItsColumnAndTheLastGoodPictureStays() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        page.retype("size(60,60);\nfill(unitsqare);\n");

        page.awaitStatus("^error in line 2$");
        assertEquals("unitsqare", browser.text(".cm-lintRange-error"));
        assertTrue(browser.text(".note").contains("unitsqare"), browser.text(".note"));
        assertTrue(browser.eval("document.querySelector('#sheet').classList.contains('dim')"
                        + " && document.querySelector('#sheet img').naturalWidth === 80")
                .asBoolean());
        browser.click("#show-problems");
        browser.click("#problems .place");
        assertTrue(browser.eval("document.activeElement.classList.contains('cm-content')")
                .asBoolean());

        page.retype("size(75,75);\nfill(unitsquare);\n");
        page.awaitWidth(100);
        assertFalse(browser.eval("document.querySelector('#sheet').classList.contains('dim')")
                .asBoolean());
        assertEquals("0", browser.text("#problem-count"));
    }

    @Test
    void severalPicturesCanBeLookedAtAndTheOutputIsCounted() {
        page.retype("write(\"one\"); write(\"two\"); size(60,60); fill(unitsquare); shipout(\"a\"); erase();"
                + " size(75,75); fill(unitsquare);");

        browser.awaitTrue("document.querySelectorAll('#pictures button').length === 2");
        browser.awaitTrue("document.querySelector('#output').innerText.startsWith('one\\ntwo')");
        assertEquals("2 lines", browser.text("#line-count"));
        assertEquals(
                "a main",
                browser.eval("[...document.querySelectorAll('#pictures button')].map(b => b.innerText).join(' ')")
                        .asString());
        page.awaitWidth(100);
        browser.eval("document.querySelectorAll('#pictures button')[0].click()");
        page.awaitWidth(80);
    }

    @Test
    void whoeverWaitsSeesHowLongAndMayStop() {
        CompletableFuture<HttpResponse<String>> before = occupyTheSlot();
        page.retype("size(66,66); fill(unitsquare);");

        browser.awaitTrue("/^(about .*|any moment)$/.test(document.querySelector('#clock').innerText)");
        browser.click("#stop");
        page.awaitStatus("^stopped$");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
        before.cancel(true);
        awaitActive(0);
        browser.click("#render");
        page.awaitWidth(88);
    }

    @Test
    void aRunningFigureThatMustMakeRoomSaysHowLongItStillMayRun() {
        page.retype("size(60,60); fill(unitsquare); while (true) {}");
        browser.awaitTrue("/^\\d+ s of at most 30 s$/.test(document.querySelector('#clock').innerText)");
        CompletableFuture<HttpResponse<String>> other = render("size(60,60); fill(unitsquare);", 3000);

        page.awaitStatus("^the fleet is busy, (10|3) s at most now$");
        browser.click("#stop");
        other.join();
    }

    private static CompletableFuture<HttpResponse<String>> occupyTheSlot() {
        CompletableFuture<HttpResponse<String>> task = render("while(true) {}", 30_000);
        awaitActive(1);
        return task;
    }

    private static CompletableFuture<HttpResponse<String>> render(String source, int timeoutMillis) {
        return CheckedHttpClient.create()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(fleet.url() + "/api/render?timeout=" + timeoutMillis))
                                .POST(BodyPublishers.ofString(source))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static void awaitActive(int tasks) {
        browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.active === " + tasks + ")");
    }

    @Test
    void aFigureMayHaveSeveralFilesAndAnErrorLeadsToItsFile() {
        page.retype("import helper; size(60,60); part();");
        page.choose("#add-file", "New source");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 2");
        page.retype("void part() { fill(unitsquare); }");
        page.awaitWidth(80);

        page.retype("void part() { fill(unitsqare); }");
        page.awaitStatus("^error in line 1$");
        browser.eval("document.querySelector('#tabs button').click()");
        browser.click("#pill-text");
        assertEquals("helper.asy", browser.text("#tabs [aria-selected=true]"));
        page.choose("#file-menu", "Remove");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 1");
    }

    @Test
    void theFigureIsInItsLinkAndTheSameTextIsThePicturesAddress() {
        String source = "size(60,60); fill(unitsquare); // \u00e9";
        page.retype(source);
        page.awaitWidth(80);
        page.choose("#share", "Copy link");
        browser.awaitTrue("navigator.clipboard.readText().then(text => text.includes('#'))");
        String link = browser.eval("navigator.clipboard.readText()").asString();
        assertTrue(link.startsWith(proxy.url() + "#"), link);

        String picture = proxy.url() + "asymptote/svg/" + link.substring(link.indexOf('#') + 1);
        assertTrue(browser.eval("fetch('" + picture + "').then(r => r.text())")
                .asString()
                .contains("<svg"));
        page.retype("// something else");
        browser.go("about:blank");
        page.go(link);
        page.awaitWidth(80);
        assertEquals(source, page.source());
    }

    @Test
    void theWorkIsThereAgainWhenThePageIsLoadedAgain() {
        page.retype("size(60,60); fill(unitsquare); // kept");
        page.awaitWidth(80);
        browser.reload();

        page.awaitWidth(80);
        assertEquals("size(60,60); fill(unitsquare); // kept", page.source());
    }

    @Test
    void anExampleIsOneClickAwayAndSoIsTheFormerWork() {
        page.retype("size(60,60); fill(unitsquare); // mine");
        page.awaitWidth(80);
        browser.click("#examples");
        browser.awaitTrue("document.querySelectorAll('.card img').length >= 12");
        browser.eval("[...document.querySelectorAll('.card')].find(c => c.innerText.includes('Petersen')).click()");
        browser.awaitTrue("document.querySelector('#title').innerText === 'petersen graph'");

        browser.click("#toast button");
        browser.awaitTrue("document.querySelector('.cm-content').innerText.includes('// mine')");
    }

    @Test
    void aFigureInSpaceTurnsInAFrameOfItsOwn() {
        page.retype("import three; size(60,60); draw(unitcube, red);");

        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)')");
        assertEquals(
                "allow-scripts",
                browser.eval("document.querySelector('#sheet iframe').getAttribute('sandbox')")
                        .asString());
    }

    @Test
    void theShellDrawsAsItIsTold() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.prompt textarea')");
        browser.eval("document.querySelector('.prompt textarea').focus()");
        browser.type("size(75,75); fill(unitsquare); write(6*7);");
        browser.press("Enter");

        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        page.awaitWidth(100);
        browser.click("#shell");
        page.awaitWidth(80);
    }

    @Test
    void aServerThatDiesAndComesBackCostsNothing() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        fleet.kill(Member.QUEUE_SERVER);
        page.retype("size(75,75); fill(unitsquare);");
        page.awaitStatus("^connection lost, trying again$");

        fleet.startAgain(Member.QUEUE_SERVER);
        proxy.moveTo(fleet.url());
        page.awaitWidth(100);
    }

    @Test
    void aFleetWithoutMachinesSaysSoAndThePictureComesWhenThereIsOne() {
        fleet.kill(Member.BACKEND);
        browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.maxConcurrent === 0)");
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitStatus("^no machine is up$");

        fleet.startAgain(Member.BACKEND);
        page.awaitWidth(80);
    }

    @Test
    void onAPhoneThereIsOnePaneAtATimeAndNothingIsCutOff() {
        browser.resize(390, 844);
        page.go(proxy.url());

        assertTrue(browser.eval("document.documentElement.scrollWidth <= innerWidth")
                .asBoolean());
        assertEquals(
                "16px",
                browser.eval("getComputedStyle(document.querySelector('.cm-content')).fontSize")
                        .asString());
        assertFalse(browser.eval("document.querySelector('#stage').checkVisibility()")
                .asBoolean());
        browser.click("#view-picture");
        assertTrue(browser.eval("document.querySelector('#stage').checkVisibility()")
                .asBoolean());
        assertFalse(browser.eval("document.querySelector('#code').checkVisibility()")
                .asBoolean());
    }

    @Test
    void theKeyboardReachesEverything() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        browser.press("Escape");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
        browser.pressControl("k");
        browser.awaitTrue("document.querySelector('dialog.commands input') === document.activeElement");
        browser.type("ground dark");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('#stage').dataset.ground === 'dark'");
    }

    @Test
    void axeFindsNothing() throws Exception {
        page.retype("size(60,60);\nfill(unitsqare);");
        page.awaitStatus("^error in line 2$");
        browser.click("#show-problems");
        assertEquals(List.of(), page.violations());
        browser.dark(true);
        assertEquals(List.of(), page.violations());
        browser.click("#examples");
        browser.awaitTrue("document.querySelectorAll('.card').length >= 12");
        assertEquals(List.of(), page.violations());
        browser.press("Escape");
        browser.dark(false);
        browser.click("#share");
        assertEquals(List.of(), page.violations());
        browser.press("Escape");
        browser.resize(390, 844);
        assertEquals(List.of(), page.violations());
    }
}
