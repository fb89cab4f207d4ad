package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The promises of the page about its shell. */
interface ShellOnPage {

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    private Browser openShell() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.prompt textarea')");
        browser.eval("document.querySelector('.prompt textarea').focus()");
        return browser;
    }

    @Test
    default void theShellDrawsAsItIsTold() {
        Browser browser = openShell();
        browser.type("size(75,75); fill(unitsquare); write(6*7);");
        browser.press("Enter");

        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        page().awaitWidth(100);
        browser.click("#shell");
        page().awaitWidth(80);
    }

    @Test
    default void whatTheShellHasDrawnIsSavedAndCopiedAndTheSourceDoesNotRun() {
        Browser browser = openShell();
        browser.eval("{ const make = URL.createObjectURL.bind(URL); URL.createObjectURL = blob => {"
                + " window.saved = blob; return make(blob); }; window.runs = 0;"
                + " const send = WebSocket.prototype.send; WebSocket.prototype.send = function (data) {"
                + " if (`${data}`.includes('main.asy')) runs++; send.call(this, data); }; 0 }");
        page().choose("#download", "SVG");
        page().awaitToast("^No SVG: the shell has drawn nothing yet$");
        browser.eval("document.querySelector('.prompt textarea').focus()");
        browser.type("size(75,75); fill(unitsquare);");
        browser.press("Enter");
        page().awaitWidth(100);

        browser.eval("window.saved = null");
        page().choose("#download", "SVG");
        browser.awaitTrue("window.saved?.text().then(svg => /<svg [^>]*width='75/.test(svg))");
        browser.eval("window.saved = null");
        page().choose("#download", "2\u00d7");
        browser.awaitTrue("window.saved?.type === 'image/png'");
        assertEquals(
                150,
                browser.eval("createImageBitmap(window.saved).then(image => image.width)")
                        .asInt());
        page().choose("#share", "Copy SVG");
        browser.awaitTrue("navigator.clipboard.readText().then(svg => /<svg [^>]*width='75/.test(svg))");
        browser.click("#download");
        browser.awaitTrue("document.querySelector('#menu')");
        assertTrue(browser.text("#menu").contains("A shell has no other formats"), browser.text("#menu"));
        browser.press("Escape");

        browser.click("#live");
        browser.click("#live");
        page().command("time limit 3 s");
        browser.pressControl("Enter");
        assertTrue(browser.eval("document.querySelector('#render').disabled").asBoolean());
        browser.eval("document.querySelector('.prompt textarea').focus()");
        browser.type("write(6*7);");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        assertEquals(0, browser.eval("runs").asInt());
        browser.click("#shell");
        page().awaitWidth(80);
        assertEquals(1, browser.eval("runs").asInt());
    }

    @Test
    default void theShellComesBackWithItsPictureAndMakesRoomForOtherWork() {
        Browser browser = openShell();
        browser.type("size(75,75); fill(unitsquare); nonsense;");
        browser.press("Enter");
        page().awaitWidth(100);
        browser.awaitTrue("document.querySelector('.log .error').innerText.includes('nonsense')");
        browser.click(".shell-head button");
        page().awaitWidth(80);

        browser.click("#shell");
        page().awaitWidth(100);
        page().awaitStatus("^shell$");
        page().choose("#work", "New figure");
        page().awaitStatus(" · svg");
        assertTrue(browser.eval("document.querySelector('#code').checkVisibility()")
                .asBoolean());
    }

    @Test
    default void theShellRemembersWhatWasTypedAndTakesSeveralLines() {
        Browser browser = openShell();
        browser.type("write(1+1);");
        browser.press("Enter");
        browser.awaitTrue("[...document.querySelectorAll('.log .out')].some(out => out.innerText.includes('2'))");
        browser.press("ArrowUp");
        assertEquals("write(1+1);", typed(browser));
        browser.press("ArrowDown");
        assertEquals("", typed(browser));

        browser.type("int twice(int n) {\n  return 2*n;\n}\nwrite(twice(21));");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        browser.click("#shell");
    }

    private static String typed(Browser browser) {
        return browser.eval("document.querySelector('.prompt textarea').value").asString();
    }

    @Test
    default void aShellThatMakesRoomForOthersSaysSoAndAnswersAtOnceWhenItIsStartedAgain() {
        Browser browser = openShell();
        browser.type("write(6*7);");
        browser.press("Enter");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('42')");
        CompletableFuture<HttpResponse<String>> other = fleet().render("size(60,60); fill(unitsquare);", 3000);

        browser.awaitTrue("document.querySelector('.log').innerText.includes('because others needed the machine')");
        assertEquals(200, other.join().statusCode());
        fleet().awaitActive(0);
        browser.type("write(7*8);");
        browser.press("Enter");
        assertEquals("Start again", browser.text(":focus"));
        // In one breath, so that there is no connection yet when the line is sent.
        browser.eval("document.activeElement.click();"
                + " document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}))");
        browser.awaitTrue("document.querySelector('.log').innerText.includes('56')");
        browser.click("#shell");
    }
}
