package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The promises of the page about links and about work that the browser keeps. */
interface KeptOnPage {

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    @Test
    default void theFigureIsInItsLinkAndTheSameTextIsThePicturesAddress() {
        Browser browser = page().browser;
        String source = "size(60,60); fill(unitsquare); // \u00e9";
        page().retype(source);
        page().awaitWidth(80);
        page().choose("#share", "Copy link");
        browser.awaitTrue("navigator.clipboard.readText().then(text => text.includes('#'))");
        String link = browser.eval("navigator.clipboard.readText()").asString();
        assertTrue(link.startsWith(fleet().url() + "#"), link);

        String picture = fleet().url() + "asymptote/svg/" + link.substring(link.indexOf('#') + 1);
        assertTrue(browser.eval("fetch('" + picture + "').then(r => r.text())")
                .asString()
                .contains("<svg"));
        page().retype("// something else");
        browser.go("about:blank");
        page().go(link);
        page().awaitWidth(80);
        assertEquals(source, page().source());
    }

    @Test
    default void theWorkIsThereAgainWhenThePageIsLoadedAgain() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare); // kept");
        page().awaitWidth(80);
        browser.reload();

        page().awaitWidth(80);
        assertEquals("size(60,60); fill(unitsquare); // kept", page().source());
    }

    @Test
    default void anExampleIsOneClickAwayAndSoIsTheFormerWork() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare); // mine");
        page().awaitWidth(80);
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
    default void formerWorkIsInTheHistoryWithItsPicture() {
        Browser browser = page().browser;
        String steps = "new Promise(found => { indexedDB.open('asyfleet').onsuccess = ({target}) => {"
                + " const steps = target.result.transaction('steps', 'readwrite').objectStore('steps'); %s"
                + " steps.count().onsuccess = ({target}) => found(target.result); }; })";
        page().awaitStatus(" · svg");
        browser.eval(steps.formatted("for (let time = 1; time <= 60; time++) steps.put({time, picture: null,"
                + " work: {title: 'old', main: 'main.asy', files: {'main.asy': `// ${time}`}}});"));
        page().retype("size(60,60); fill(unitsquare); // before");
        page().awaitWidth(80);
        page().choose("#work", "New figure");
        browser.awaitTrue("document.querySelector('#title').innerText === 'untitled'");
        page().awaitStatus(" · svg");
        page().choose("#work", "History");
        String card = "[...document.querySelectorAll('.card')].find(c => c.innerText.startsWith('rose, '))";
        browser.awaitTrue(card + ".querySelector('img').naturalWidth === 80");
        browser.eval(card + ".click()");

        page().awaitWidth(80);
        assertTrue(page().source().endsWith("// before"), page().source());
        browser.awaitTrue(steps.formatted("") + ".then(count => count === 50)");
    }

    @Test
    default void aPictureIsKeptWithTheSourceThatItWasDrawnFrom() {
        Browser browser = page().browser;
        page().awaitStatus(" · svg");
        browser.click("#live");
        CompletableFuture<HttpResponse<String>> other = fleet().render("while(true) {}", 30_000);
        fleet().awaitActive(1);
        page().retype("size(60,60); fill(unitsquare); // drawn");
        browser.pressControl("Enter");
        page().awaitStatus("^waiting");
        page().retype("size(60,60); fill(unitsquare); // newer");
        other.cancel(true);
        page().awaitWidth(80);

        browser.awaitTrue("new Promise(found => { indexedDB.open('asyfleet').onsuccess = ({target}) => {"
                + " target.result.transaction('steps').objectStore('steps').getAll().onsuccess = ({target}) =>"
                + " found(target.result.filter(step => step.picture).at(-1).work.files['main.asy']"
                + " === 'size(60,60); fill(unitsquare); // drawn'); }; })");
        page().awaitSource("size(60,60); fill(unitsquare); // newer");
    }

    @Test
    default void aLinkThatIsOpenedLeavesTheKeptWorkWhereItCanBeFound() {
        Browser browser = page().browser;
        browser.click("#live");
        page().retype("// mine, and never drawn");
        String link = page().link(fleet().url(), "size(60,60); fill(unitsquare);");
        browser.go("about:blank");
        page().go(link);
        page().awaitWidth(80);
        page().awaitToast("^The figure of the link is open. Yours, rose, is in the history.");
        browser.click("#toast button");
        page().awaitSource("// mine, and never drawn");

        page().goInNewTab(link);
        page().goInNewTab(fleet().url());
        assertEquals("// mine, and never drawn", page().source());
        page().choose("#work", "New figure");
        page().chooseFormer("no picture kept");
        page().awaitSource("// mine, and never drawn");
    }

    @Test
    default void aDamagedLinkIsToldAndTheWorkStays() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare); // mine");
        page().awaitWidth(80);
        String link = page().link(fleet().url(), "size(75,75); fill(unitsquare);");
        String damaged = link.substring(0, link.length() - 9);
        browser.go("about:blank");
        page().go(damaged);
        page().awaitToast("^The figure of the link could not be read");
        assertEquals("size(60,60); fill(unitsquare); // mine", page().source());

        String large = page().linkTo(fleet().url(), "", "'/'.repeat(20 * 1024 * 1024)");
        for (String other : List.of("p.nothing", large.substring(large.indexOf('#') + 1))) {
            browser.eval("document.querySelector('#toast').replaceChildren(); location.hash = '" + other + "'; 0");
            page().awaitToast("^The figure of the link could not be read");
        }
        assertEquals("size(60,60); fill(unitsquare); // mine", page().source());
    }

    @Test
    default void aFigureOfALinkThatHasNoTitleGetsOneAndCanBeSaved() {
        Browser browser = page().browser;
        String link = page().linkTo(
                        fleet().url(),
                        "p.",
                        "JSON.stringify({main: 'a.asy', files: {'a.asy': 'import b; size(60,60); part();',"
                                + " 'b.asy': 'void part() { fill(unitsquare); }'}})");
        browser.go("about:blank");
        page().go(link);
        page().awaitWidth(80);
        assertEquals("from a link", browser.text("#title"));
        browser.eval("HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }; 0");
        page().choose("#download", "SVG");
        browser.awaitTrue("window.saved === 'from-a-link.svg'");
        page().choose("#work", "Rename");
        browser.awaitTrue("document.activeElement.name === 'title'");
        browser.type("Two Parts!");
        browser.click("dialog button[type=submit]");
        assertEquals("Two Parts!", browser.text("#title"));
        page().choose("#work", "Save all files");
        browser.awaitTrue("window.saved === 'two-parts.zip'");
    }

    @Test
    default void theUserIsToldOnceThatTheBrowserCannotKeepTheWork() {
        Browser browser = page().browser;
        String told =
                "window.told = []; new MutationObserver(() => told.push(document.querySelector('#toast').innerText))"
                        + ".observe(document.querySelector('#toast'), {childList: true});";
        browser.eval("{ " + told + " window.tries = 0; const set = Storage.prototype.setItem;"
                + " Storage.prototype.setItem = function (key, text) { if (key !== 'asyfleet.work') return set.call(this, key, text);"
                + " tries++; throw new DOMException('full', 'QuotaExceededError'); }; 0 }");
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitToast("^The browser could not keep your work: it has no more room");
        browser.eval("document.querySelector('#toast').replaceChildren(); told.length = 0; tries = 0; 0");
        page().retype("size(75,75); fill(unitsquare);");
        page().awaitWidth(100);
        browser.awaitTrue("tries > 0");
        assertEquals("[]", browser.eval("JSON.stringify(told.filter(Boolean))").asString());

        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        browser.eval(
                "IDBObjectStore.prototype.put = function () { throw new DOMException('no', 'InvalidStateError'); }; 0");
        page().retype("size(60,60); fill(unitsquare); // once more");
        page().awaitToast("^The browser could not keep your work: it does not allow that");
    }

    @Test
    default void workThatWasNeverDrawnIsInTheHistoryWhenAnExampleTakesItsPlace() {
        Browser browser = page().browser;
        browser.click("#live");
        page().retype("// only typed");
        browser.click("#examples");
        String card = "[...document.querySelectorAll('dialog .card')].find(c => c.innerText.includes('Petersen'))";
        browser.awaitTrue(card);
        browser.eval(card + ".click()");
        browser.awaitTrue("document.querySelector('#title').innerText === 'petersen graph'");

        page().chooseFormer("no picture kept");
        page().awaitSource("// only typed");
    }

    @Test
    default void anotherTabTakesNoWorkAwayFromThisOne() {
        Browser browser = page().browser;
        browser.click("#live");
        page().retype("// of this tab");
        browser.awaitTrue("localStorage.getItem('asyfleet.work').includes('// of this tab')");
        // As the browser does it when another tab has kept its work.
        browser.eval("{ const work = JSON.stringify({title: 'other', main: 'main.asy', active: 'main.asy',"
                + " files: {'main.asy': '// of the other tab'}}); localStorage.setItem('asyfleet.work', work);"
                + " dispatchEvent(new StorageEvent('storage', {key: 'asyfleet.work'})); 0 }");
        browser.awaitTrue("new Promise(found => { indexedDB.open('asyfleet').onsuccess = ({target}) => {"
                + " target.result.transaction('steps').objectStore('steps').getAll().onsuccess = ({target}) =>"
                + " found(target.result.some(step => step.work.files['main.asy'] === '// of this tab')); }; })");
        browser.reload();
        page().awaitSource("// of this tab");

        page().goInNewTab(fleet().url());
        assertEquals("// of the other tab", page().source());
        page().chooseFormer("no picture kept");
        page().awaitSource("// of this tab");
    }

    @Test
    default void thePictureOfAnotherFigureNeverStandsForThisOne() {
        Browser browser = page().browser;
        page().goInNewTab(page().link(fleet().url(), "size(60,60); fill(unitsqare);"));
        page().awaitStatus("^error in line 1$");
        assertTrue(browser.eval("document.querySelector('#sheet img, #sheet iframe') === null")
                .asBoolean());

        page().retype("size(60,60); fill(unitsquare); // kept");
        page().awaitWidth(80);
        CompletableFuture<HttpResponse<String>> other = fleet().render("while(true) {}", 30_000);
        fleet().awaitActive(1);
        browser.reload();
        page().awaitStatus("^waiting");
        page().awaitWidth(80);
        assertEquals(
                "The figure from a link, as it was drawn before",
                browser.eval("document.querySelector('#sheet img').alt").asString());
        page().choose("#work", "New figure");
        browser.awaitTrue("document.querySelector('#sheet img') === null");
        other.cancel(true);
        page().awaitStatus(" · svg");
    }
}
