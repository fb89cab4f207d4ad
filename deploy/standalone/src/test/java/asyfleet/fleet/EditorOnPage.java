package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import org.junit.jupiter.api.Test;

/** The promises of the page about its editor. */
interface EditorOnPage {

    EditorPage page();

    @Test
    default void whatAsymptoteKnowsIsCompletedWithItsParameters() {
        Browser browser = page().browser;
        awaitNames(browser);
        page().retype("size(60,60);\nfill(unitsq");
        choose(browser, "unitsquare");
        browser.type(");");
        page().awaitWidth(80);
        assertEquals("size(60,60);\nfill(unitsquare);", page().source());

        browser.press("Enter");
        browser.type("dot");
        choose(browser, "dot");
        browser.type("(");
        awaitParameter(browser, "pair z");
        browser.type("(0,0), ");
        awaitParameter(browser, "pen p=\u2026");
        browser.press("Escape");
        browser.awaitTrue("!document.querySelector('.signature')");
        assertTrue(browser.eval("document.activeElement.classList.contains('cm-content')")
                .asBoolean());
    }

    @Test
    default void aNameOfAModuleThatIsNotImportedBringsItsImport() {
        Browser browser = page().browser;
        awaitNames(browser);
        page().retype("// A plot\nsize(60,60,IgnoreAspect);\nfill(unitsquare); real s = Scal");
        browser.awaitTrue("[...document.querySelectorAll('.cm-completionDetail')]"
                + ".some(d => d.innerText === 'import graph')");
        choose(browser, "ScaleX");
        browser.awaitTrue("document.querySelector('.cm-content').innerText.includes('import graph;')");
        assertTrue(page().source().startsWith("// A plot\nimport graph;\nsize("), page().source());
    }

    /** A backend makes the list when it is asked for the first time. */
    private static void awaitNames(Browser browser) {
        browser.awaitTrue(
                "fetch('api/names', {cache: 'no-store'}).then(r => r.json()).then(list => list.modules.graph)");
        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        browser.eval("document.querySelector('.cm-content').focus()");
        browser.awaitTrue(
                "performance.getEntriesByType('resource').some(e => e.name.endsWith('api/names') && e.responseEnd)");
    }

    /** One of the ways to call the function has this parameter where the cursor is. */
    private static void awaitParameter(Browser browser, String parameter) {
        browser.awaitTrue(
                "[...document.querySelectorAll('.signature .now')].some(p => p.innerText === '" + parameter + "')");
    }

    private static void choose(Browser browser, String name) {
        String option = "[...document.querySelectorAll('.cm-tooltip-autocomplete li')]"
                + ".find(li => li.querySelector('.cm-completionLabel').innerText === '" + name + "')";
        browser.awaitTrue(option);
        browser.eval(option + ".dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}))");
    }
}
