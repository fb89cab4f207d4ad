package asyfleet.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.lab.browser.Browser;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The editor page in a real browser, on a real fleet, below a path of a proxy. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class PageTest implements EditorOnPage, PictureOnPage, ShellOnPage, VimOnPage, WorkOnPage {

    @TempDir
    private static Path directory;

    private static BrowsedFleet fleet;
    private static EditorPage page;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        fleet = BrowsedFleet.open(directory, Map.of("ASYFLEET_SLOTS", "1"));
        page = fleet.page;
        browser = fleet.browser;
    }

    @AfterAll
    static void close() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    @Override
    public BrowsedFleet fleet() {
        return fleet;
    }

    @BeforeEach
    void visit() {
        browser.resize(1440, 900);
        page.goAsNewVisitor(fleet.url());
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
        CompletableFuture<HttpResponse<String>> before = occupyTheSlot();
        browser.eval("window.widths = []; new MutationObserver(() => widths.push(parseInt(document.querySelector("
                + "'#pill-bar').style.width))).observe(document.querySelector('#pill-bar'), {attributes: true})");
        page.retype("size(66,66); fill(unitsquare);");

        browser.awaitTrue("/^(about .*|any moment)$/.test(document.querySelector('#clock').innerText)");
        browser.awaitTrue("widths.some((width, i) => width > 0 && width < widths[i - 1])");
        browser.click("#stop");
        page.awaitStatus("^stopped$");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
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
    void aFigureMayHaveSeveralFilesAndAnErrorLeadsToItsFile() {
        page.retype("import helper; size(60,60); part();");
        page.choose("#add-file", "New source");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 2");
        page.retype("void part() { fill(unitsquare); }");
        page.awaitWidth(80);
        page.choose("#share", "Copy link");
        browser.awaitTrue("navigator.clipboard.readText().then(text => text.includes('#p.'))");
        String link = browser.eval("navigator.clipboard.readText()").asString();
        page.choose("#work", "New figure");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 1");
        browser.go("about:blank");
        page.go(link);
        page.awaitWidth(80);
        assertEquals(
                "main.asy \u25b8, helper.asy",
                browser.eval("[...document.querySelectorAll('#tabs button')].map(b => b.innerText).join(', ')")
                        .asString());
        browser.eval("document.querySelectorAll('#tabs button')[1].click()");

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
        assertTrue(link.startsWith(fleet.url() + "#"), link);

        String picture = fleet.url() + "asymptote/svg/" + link.substring(link.indexOf('#') + 1);
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
        browser.awaitTrue("document.querySelectorAll('dialog .card img').length >= 12");
        browser.eval(
                "[...document.querySelectorAll('dialog .card')].find(c => c.innerText.includes('Petersen')).click()");
        browser.awaitTrue("!document.querySelector('dialog')");
        browser.awaitTrue("document.querySelector('#title').innerText === 'petersen graph'");

        browser.click("#toast button");
        browser.awaitTrue("document.querySelector('.cm-content').innerText.includes('// mine')");
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
        page.go(fleet.url());

        assertTrue(browser.eval("document.documentElement.scrollWidth <= innerWidth")
                .asBoolean());
        assertEquals(
                "16px",
                browser.eval("getComputedStyle(document.querySelector('.cm-content')).fontSize")
                        .asString());
        assertTrue(browser.eval("{ const box = part => document.querySelector(part).getBoundingClientRect();"
                        + " box('#sheet').top >= box('#bar').bottom && box('#sheet').height > 100"
                        + " && box('#sheet').bottom < box('#code').top && box('#code').height > 100 }")
                .asBoolean());
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        assertFalse(browser.eval("document.querySelector('#stage').checkVisibility()")
                .asBoolean());
        browser.click("#view-picture");
        assertTrue(browser.eval("document.querySelector('#stage').checkVisibility()")
                .asBoolean());
        assertFalse(browser.eval("document.querySelector('#code').checkVisibility()")
                .asBoolean());
        // A phone zooms in on a field with smaller letters.
        browser.click("#view-source");
        page.choose("#file-menu", "Rename");
        awaitLargeLetters();
        browser.press("Escape");
        browser.eval("document.querySelector('.cm-content').focus()");
        browser.pressControl("f");
        awaitLargeLetters();
        browser.click("#shell");
        awaitLargeLetters();
    }

    private static void awaitLargeLetters() {
        browser.awaitTrue("{ const field = document.activeElement; field.matches('input, textarea')"
                + " && parseFloat(getComputedStyle(field).fontSize) >= 16 }");
    }

    @Test
    void theKeyboardReachesEverything() {
        page.retype("size(60,60); fill(unitsquare);");
        page.awaitWidth(80);
        browser.press("Escape");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
        page.command("ground dark");
        browser.awaitTrue("document.querySelector('#stage').dataset.ground === 'dark'");

        browser.eval("document.querySelector('#render').focus()");
        List<String> met = new ArrayList<>();
        for (int i = 0; i < 40 && !met.contains("editor"); i++) {
            browser.press("Tab");
            met.add(browser.eval("document.activeElement.classList.contains('cm-content') ? 'editor'"
                            + " : document.activeElement.id")
                    .asString());
        }
        List<String> controls = List.of(
                "live",
                "zoom-out",
                "zoom",
                "zoom-in",
                "fit",
                "ground",
                "show-problems",
                "show-output",
                "work",
                "examples",
                "shell",
                "stats",
                "commands",
                "share",
                "download",
                "theme",
                "tab-main.asy",
                "file-menu",
                "add-file",
                "editor");
        assertEquals(controls, met.stream().filter(controls::contains).toList());
        browser.press("Escape");
        assertEquals("render", browser.eval("document.activeElement.id").asString());

        browser.click("#download");
        browser.awaitTrue("document.activeElement.innerText.startsWith('SVG')");
        browser.press("ArrowDown");
        assertEquals("PDF", browser.text(":focus"));
        browser.press("Escape");
        assertEquals("download", browser.eval("document.activeElement.id").asString());
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
        browser.awaitTrue("document.querySelectorAll('dialog .card').length >= 12");
        assertEquals(List.of(), page.violations());
        browser.press("Escape");
        browser.dark(false);
        browser.click("#share");
        assertEquals(List.of(), page.violations());
        browser.press("Escape");
        browser.pressControl("k");
        browser.awaitTrue("document.querySelector('dialog.commands')");
        assertEquals(List.of(), page.violations());
        browser.press("Escape");
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.prompt textarea')");
        assertEquals(List.of(), page.violations());
        browser.click("#shell");
        browser.resize(390, 844);
        assertEquals(List.of(), page.violations());
    }
}
