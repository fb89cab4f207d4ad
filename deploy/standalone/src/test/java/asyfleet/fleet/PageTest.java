package asyfleet.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises of the editor page about pictures that follow the typing, and about what it tells while they come. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class PageTest extends OpenedPage {

    /** All that a first visit loads, compressed: scripts, styles, the pictures of the examples. */
    private static final int FIRST_VISIT_LIMIT = 300 * 1024;

    @Test
    void aNewVisitorSeesAFinishedFigureAndThenTheFleetsOwn() {
        browser.awaitTrue("document.querySelector('#sheet img').naturalWidth > 100");
        assertTrue(browser.text("#welcome").startsWith("Change a number."));

        page.awaitStatus("ms · svg|s · svg");
        assertEquals(List.of(), browser.complaints());
        browser.eval("document.querySelectorAll('#strip img').forEach(image => { image.loading = 'eager'; })");
        browser.awaitTrue("document.querySelectorAll('#strip img').length === 12"
                + " && [...document.querySelectorAll('#strip img')].every(i => i.naturalWidth)");
        int loaded = browser.eval("performance.getEntriesByType('resource').concat(performance.getEntriesByType("
                        + "'navigation')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)")
                .asInt();
        assertTrue(loaded > 100 * 1024 && loaded < FIRST_VISIT_LIMIT, loaded + " bytes");
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
        page.retype("size(21,21); fill(unitsquare);");
        page.awaitWidth(28);
        browser.eval("window.widths = []; new MutationObserver(() => widths.push(document.querySelector('#sheet"
                + " img')?.naturalWidth)).observe(document.querySelector('#sheet'), {childList: true})");
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
        assertTrue(browser.eval("document.querySelector('.cm-gutter-lint .cm-lint-marker-error').checkVisibility()")
                .asBoolean());
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
    void anErrorIsNeverShownAtALineOfANewerText() {
        page.retype("size(60,60);\nfill(unitsquare);");
        page.awaitWidth(80);
        browser.eval("window.told = []; new MutationObserver(() => {"
                + " const line = /^error in line (.*)$/.exec(document.querySelector('#status').innerText)?.[1];"
                + " if (line) told.push(document.querySelectorAll('.cm-line')[line - 1].innerText); })"
                + ".observe(document.querySelector('#status'), {childList: true, characterData: true, subtree: true})");
        browser.eval(
                "window.ended = 0; { const set = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage').set;"
                        + " Object.defineProperty(WebSocket.prototype, 'onmessage', {set(listen) { set.call(this, listen && (event => {"
                        + " if (`${event.data}`.startsWith('complete')) ended++; listen(event); })); }}); } 0");
        page.retype("size(60,60);\nfill(unitsqare);");
        browser.awaitTrue("ended > 0");
        browser.pressControl("Home");
        browser.press("Enter");
        browser.press("ArrowUp");
        browser.type("//");
        String now = "performance.now()";
        for (double end = browser.eval(now).asDouble() + 1500; browser.eval(now).asDouble() < end; ) {
            browser.type("x");
        }

        page.awaitStatus("^error in line 3$");
        assertEquals(
                List.of("fill(unitsqare);"),
                browser.eval("told")
                        .valueStream()
                        .map(t -> t.asString())
                        .distinct()
                        .toList());
    }

    @Test
    void severalPicturesCanBeLookedAtAndTheOutputIsCounted() {
        page.retype("for (int i = 0; i < 60; ++i) write(i); size(60,60); fill(unitsquare); shipout(\"a\"); erase();"
                + " size(75,75); fill(unitsquare);");

        browser.awaitTrue("document.querySelectorAll('#pictures button').length === 2");
        browser.awaitTrue("document.querySelector('#output').innerText.trimEnd().endsWith('58\\n59')");
        assertEquals("60 lines", browser.text("#line-count"));
        browser.awaitTrue("{ const output = document.querySelector('#output'); output.scrollTop > 0"
                + " && output.scrollTop + output.clientHeight >= output.scrollHeight - 1 }");
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
        CompletableFuture<HttpResponse<String>> running = occupyTheSlot();
        CompletableFuture<HttpResponse<String>> before = fleet.render("while (true) {} // before", 3000);
        browser.eval("window.widths = []; new MutationObserver(() => widths.push(parseInt(document.querySelector("
                + "'#pill-bar').style.width))).observe(document.querySelector('#pill-bar'), {attributes: true})");
        page.retype("size(66,66); fill(unitsquare);");

        browser.awaitTrue("/^(about .*|any moment)$/.test(document.querySelector('#clock').innerText)");
        browser.awaitTrue("widths.some((width, i) => width > 0 && width < widths[i - 1])");
        browser.click("#stop");
        page.awaitStatus("^stopped$");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
        running.cancel(true);
        before.cancel(true);
        fleet.awaitActive(0);
        browser.click("#render");
        page.awaitWidth(88);
    }

    @Test
    void aRunningFigureThatMustMakeRoomSaysHowLongItStillMayRun() {
        page.retype("size(60,60); fill(unitsquare); while (true) {}");
        browser.awaitTrue("/^\\d+ s of at most 30 s$/.test(document.querySelector('#clock').innerText)");
        CompletableFuture<HttpResponse<String>> other = fleet.render("size(60,60); fill(unitsquare);", 3000);

        page.awaitStatus("^the fleet is busy, (10|3) s at most now$");
        browser.click("#stop");
        other.join();
    }

    private static CompletableFuture<HttpResponse<String>> occupyTheSlot() {
        CompletableFuture<HttpResponse<String>> task = fleet.render("while(true) {}", 30_000);
        fleet.awaitActive(1);
        return task;
    }

    @Test
    void aFigureInSpaceTurnsInAFrameOfItsOwnAndIsDrawnWhenItIsShown() throws IOException {
        page.retype("import three; size(60,60); draw(unitcube, red);");

        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)')");
        assertTrue(isRedAt(1050, 450), "the cube is not drawn yet");
        assertEquals(
                "allow-scripts",
                browser.eval("document.querySelector('#sheet iframe').getAttribute('sandbox')")
                        .asString());
        BufferedImage before = seen();
        browser.drag(1000, 400, 1150, 480);
        await().until(() -> differ(before, seen()) > 5000);
    }

    /** How many pixels of the picture are not the same. */
    private static long differ(BufferedImage one, BufferedImage other) {
        return IntStream.range(1400 * 100, 1400 * 800)
                .filter(i -> i % 1400 >= 700 && one.getRGB(i % 1400, i / 1400) != other.getRGB(i % 1400, i / 1400))
                .count();
    }

    @Test
    void aFigureInSpaceFillsItsRoomAgainWhenTheWindowHasAnotherSize() {
        page.retype("import three; size(60,60); draw(unitcube, red);");
        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)')");

        browser.resize(390, 700);
        browser.click("#view-picture");
        browser.awaitTrue("document.querySelector('#zoom').innerText === '100 %'");
        await().until(() -> isRedAt(300, 350));

        browser.resize(1440, 900);
        browser.awaitTrue("document.querySelector('#zoom').innerText === '100 %'");
        await().until(() -> isRedAt(1300, 450));
    }

    private static BufferedImage seen() throws IOException {
        Path seen = directory.resolve("space.png");
        browser.screenshot(seen);
        return ImageIO.read(seen.toFile());
    }

    private static boolean isRedAt(int x, int y) throws IOException {
        Color colour = new Color(seen().getRGB(x, y));
        return colour.getRed() > 2 * colour.getBlue();
    }

    @Test
    void aLostMachineIsToldInWordsAndTheFigureRunsAgain() {
        page.retype("size(60,60); fill(unitsquare); while (true) {}");
        page.awaitStatus("^running,$");
        fleet.kill(Member.BACKEND);
        page.awaitStatus("^its machine was lost, it runs again$");

        fleet.startAgain(Member.BACKEND);
        page.awaitStatus("^running,$");
        browser.click("#stop");
        page.awaitStatus("^stopped$");
    }

    @Test
    void withoutLiveThePictureWaitsForAWord() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        browser.click("#live");
        page.retype("size(75,75); fill(unitsquare);");
        // The next render of the fleet is the one that was asked for.
        long before = completed();
        browser.pressControl("Enter");
        page.awaitWidth(100);
        assertEquals(before + 1, completed());

        browser.reload();
        assertEquals(
                "false",
                browser.eval("document.querySelector('#live').getAttribute('aria-pressed')")
                        .asString());
        page.awaitWidth(100);
        page.retype("size(60,60); fill(unitsquare);");
        browser.click("#live");
        page.awaitWidth(80);

        browser.eval("document.querySelector('.cm-content').focus()");
        browser.pressControl("End");
        // In one breath: the second key waits for its render, which must not come any more. A later timer comes after
        // it.
        browser.eval(
                "window.sent = []; { const send = WebSocket.prototype.send; WebSocket.prototype.send ="
                        + " function (data) { sent.push(typeof data === 'string' ? data : new TextDecoder().decode(data));"
                        + " send.call(this, data); }; for (let i = 0; i < 2; i++) document.querySelector('.cm-content')"
                        + ".dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));"
                        + " document.querySelector('#live').click(); } new Promise(late => setTimeout(late, 500)).then(() => 0)");
        assertFalse(browser.eval("sent.some(data => data.endsWith('\\n\\n'))").asBoolean());
    }

    private static long completed() {
        return browser.eval("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.completedTasks)")
                .asLong();
    }

    @Test
    void aServerThatDiesAndComesBackCostsNothing() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        fleet.kill(Member.QUEUE_SERVER);
        page.retype("size(75,75); fill(unitsquare);");
        page.awaitStatus("^connection lost, trying again$");

        fleet.startAgain(Member.QUEUE_SERVER);
        page.awaitWidth(100);
    }

    @Test
    void aServerWithoutRoomIsToldInItsOwnWords() throws IOException {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        fleet.proxy.refuse("Too much waits on this server; try again in a moment");
        page.retype("size(75,75); fill(unitsquare);");
        page.awaitStatus("^too much waits on this server, trying again$");

        fleet.proxy.refuse("");
        page.awaitWidth(100);
    }

    @Test
    void aConnectionThatFellSilentIsOpenedAgain() {
        // Without a limit that could end the figure before the silence begins.
        browser.eval("import('" + fleet.url() + "client/asyfleet.js').then(({Fleet}) => { window.states = [];"
                + " window.stop = new AbortController();"
                + " new Fleet('" + fleet.url() + "', {silence: 200}).render('while (true) {}', {signal: stop.signal,"
                + " attempts: Infinity, onProgress: ({state, reason}) => states.push(`${state} ${reason ?? ''}`)})"
                + ".catch(error => states.push(error.name)); return 0; })");
        browser.awaitTrue("states.includes('running ')");
        fleet.proxy.fallSilent(true);
        try {
            browser.awaitTrue("states.some(state => state.startsWith('reconnecting The server does not answer.'))");
        } finally {
            fleet.proxy.fallSilent(false);
        }
        browser.awaitTrue("states.lastIndexOf('running ') > states.findLastIndex(s => s.startsWith('reconnecting'))");
        browser.eval("stop.abort()");
        browser.awaitTrue("states.includes('AbortError')");
    }

    @Test
    void aPartOfThePageThatCannotBeLoadedIsTold() throws IOException {
        page.retype("size(60,60); fill(unitsquare); // kept");
        page.awaitWidth(80);
        page.command("ground dark"); // so that the commands are there
        fleet.proxy.refuse("Not now"); // no other test of this class has these parts, so the browser has not kept them
        browser.click("#shell");
        page.awaitToast("^This part of the page could not be loaded. Your work is kept.");
        assertTrue(browser.eval("document.querySelector('#code').checkVisibility()")
                .asBoolean());
        browser.eval("document.querySelector('#toast').replaceChildren(); 0");
        page.command("vim keys: on");
        page.awaitToast("^This part of the page could not be loaded");
        assertTrue(
                browser.eval("localStorage.getItem('asyfleet.vim') !== 'true'").asBoolean());

        fleet.proxy.refuse("");
        browser.eval("window.old = true");
        browser.click("#toast button");
        browser.awaitTrue("!window.old && document.documentElement.dataset.ready === 'true'");
        page.awaitSource("size(60,60); fill(unitsquare); // kept");
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.prompt textarea')");
    }

    @Test
    void aViewerThatCannotBeLoadedIsToldAndTriedAgain() {
        browser.eval("window.broken = true; { const later = setTimeout; window.setTimeout = (run, millis, ...more) =>"
                + " later(run, broken && millis === 15000 ? 300 : millis, ...more);"
                + " const src = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src');"
                + " Object.defineProperty(HTMLIFrameElement.prototype, 'src', {get: src.get,"
                + " set(url) { src.set.call(this, broken ? 'about:blank' : url); }}); 0 }");
        page.retype("import three; size(60,60); draw(unitcube, red);");
        page.awaitToast("^The viewer for this figure could not be loaded.");
        assertTrue(
                browser.eval("document.querySelector('#sheet iframe') === null").asBoolean());
        browser.eval("window.broken = false");
        browser.click("#toast button");
        browser.awaitTrue("document.querySelector('#sheet iframe:not(.waiting)')");
    }

    @Test
    void whatAProgramDrewAndWroteBeforeItsErrorIsShownPaler() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        page.retype("size(75,75); fill(unitsquare); write(\"so far\"); shipout(\"a\"); int[] none; write(none[5]);");
        page.awaitStatus("^error in line 1$");
        page.awaitWidth(100);
        assertTrue(browser.eval("document.querySelector('#sheet').classList.contains('dim')")
                .asBoolean());
        assertEquals(
                "What the figure rose drew before its error",
                browser.eval("document.querySelector('#sheet img').alt").asString());
        assertTrue(browser.eval("document.querySelector('#output').textContent.startsWith('so far\\n')")
                .asBoolean());
    }

    @Test
    void whoeverIsDeniedReadsWhyAndWhatToDo() {
        page.awaitStatus(" · svg"); // nothing of this page waits
        List<CompletableFuture<HttpResponse<String>>> others = new ArrayList<>(List.of(occupyTheSlot()));
        for (int i = 0; i < MOST_WAITING; i++) {
            others.add(fleet.render("while (true) {} // " + i, 30_000));
        }
        browser.awaitTrue(
                "fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.queued === " + MOST_WAITING + ")");
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitStatus("^You have too many figures under way.$");
        browser.click("#show-problems");
        assertTrue(
                browser.text("#problems").contains("Wait until some of your tasks have ended"),
                browser.text("#problems"));
        others.forEach(other -> other.cancel(true));
        fleet.awaitActive(0);
        browser.click("#render");
        page.awaitWidth(80);
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
}
