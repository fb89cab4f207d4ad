package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.lab.browser.Browser;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page on a fleet that lets no figure wait for long. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class ShortWaitPageTest {

    @Test
    void aFigureThatWaitedInVainIsSubmittedAgainUntilThereIsAMachine(@TempDir Path directory) throws Exception {
        try (BrowsedFleet fleet = BrowsedFleet.open(directory, Map.of("ASYFLEET_SLOTS", "1", "QUEUE_TIMEOUT", "1s"))) {
            EditorPage page = fleet.page;
            Browser browser = fleet.browser;
            page.goAsNewVisitor(fleet.url());
            page.awaitStatus(" · svg");
            fleet.kill(Member.BACKEND);
            browser.awaitTrue("fetch('api/queue-stats').then(r => r.json()).then(s => s.queue.maxConcurrent === 0)");
            countDenials(browser);
            page.retype("size(60,60); fill(unitsquare);");
            page.awaitStatus("^no machine is up$");
            watchStatus(browser);
            browser.awaitTrue("denials >= 2");
            assertTrue(browser.eval("document.querySelector('#stop').checkVisibility()")
                    .asBoolean());
            assertEquals("", browser.eval("statuses.join()").asString());

            fleet.startAgain(Member.BACKEND);
            page.awaitWidth(80);
            fleet.kill(Member.BACKEND);
            page.retype("size(75,75); fill(unitsquare);");
            page.awaitStatus("^no machine ");
            browser.click("#stop");
            page.awaitStatus("^stopped$");
        }
    }

    private static void countDenials(Browser browser) {
        browser.eval(
                "window.denials = 0; { const set = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage').set;"
                        + " Object.defineProperty(WebSocket.prototype, 'onmessage', {set(listen) { set.call(this, listen && (event => {"
                        + " if (`${event.data}`.startsWith('denied')) denials++; listen(event); })); }}); } 0");
    }

    /** Records each text that the status has from now on. */
    private static void watchStatus(Browser browser) {
        browser.eval("window.statuses = []; new MutationObserver(() => statuses.push(document.querySelector('#status')"
                + ".innerText)).observe(document.querySelector('#status'), {childList: true}); 0");
    }
}
