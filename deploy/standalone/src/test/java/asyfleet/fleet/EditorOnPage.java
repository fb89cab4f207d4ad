package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The promises of the page about its editor. */
interface EditorOnPage {

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    @Test
    default void whatAsymptoteKnowsIsCompletedWithItsParameters() {
        Browser browser = page().browser;
        page().awaitNames();
        page().retype("size(60,60);\nfill(u");
        browser.pressControl(" ");
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
    default void theParametersOfACallLieNeitherOverItNorOverTheBars() {
        Browser browser = page().browser;
        page().awaitNames();
        page().retype("draw(");
        browser.awaitTrue("document.querySelector('.signature')");
        browser.awaitTrue(
                "{ const box = part => document.querySelector(part).getBoundingClientRect();"
                        + " const call = box('.cm-line'), parameters = box('.signature');"
                        + " parameters.top >= box('#code').top && (parameters.bottom <= call.top + 2 || parameters.top >= call.bottom - 2) }");
        assertTrue(browser.eval("{ const all = document.querySelector('.signature');"
                        + " all.scrollHeight <= all.clientHeight || getComputedStyle(all).overflowY === 'auto' }")
                .asBoolean());
    }

    @Test
    default void aSelectionIsSeenInTheLineOfTheCursor(@TempDir Path directory) throws IOException {
        Browser browser = page().browser;
        page().retype("fill(unitsquare);");
        browser.press("Home");
        Color before = colourBeforeTheText(browser, directory);
        browser.pressControl("a");
        browser.awaitTrue("getSelection().toString() === 'fill(unitsquare);'");
        Color after = colourBeforeTheText(browser, directory);
        assertTrue(before.getBlue() - after.getBlue() > 10, before + " became " + after);
    }

    /** In the first letter's upper left corner, where no letter is drawn. */
    private static Color colourBeforeTheText(Browser browser, Path directory) throws IOException {
        Path seen = directory.resolve("selection.png");
        browser.screenshot(seen);
        JsonNode at = browser.eval("{ const range = document.createRange();"
                + " range.selectNodeContents(document.querySelector('.cm-line'));"
                + " const box = range.getBoundingClientRect(); [Math.round(box.left) + 3, Math.round(box.top) + 1] }");
        return new Color(
                ImageIO.read(seen.toFile()).getRGB(at.get(0).asInt(), at.get(1).asInt()));
    }

    @Test
    default void aNameOfAModuleThatIsNotImportedBringsItsImport() {
        Browser browser = page().browser;
        page().awaitNames();
        page().retype("// A plot\nsize(60,60,IgnoreAspect);\nfill(unitsquare); real s = Scal");
        browser.awaitTrue("[...document.querySelectorAll('.cm-completionDetail')]"
                + ".some(d => d.innerText === 'import graph')");
        choose(browser, "ScaleX");
        browser.awaitTrue("document.querySelector('.cm-content').innerText.includes('import graph;')");
        assertTrue(page().source().startsWith("// A plot\nimport graph;\nsize("), page().source());
    }

    @Test
    default void anImportOfAnotherFileIsNoneOfThisOne() {
        Browser browser = page().browser;
        page().awaitNames();
        page().retype("import graph; import helper;\nsize(60,60,IgnoreAspect); part();");
        page().choose("#add-file", "New source");
        page().retype("void part() { draw(graph(new real(real x) {return x;}, 0, 1)); real s = Scal");
        browser.awaitTrue("[...document.querySelectorAll('.cm-completionDetail')]"
                + ".some(d => d.innerText === 'import graph')");
        browser.press("Escape");
        browser.awaitTrue("!document.querySelector('.cm-tooltip-autocomplete')");
        page().retype("void part() { draw(graph(new real(real x) {return x;}, 0, 1)); }");
        page().awaitStatus("^error in line 1$");
        browser.eval("document.querySelector('#tabs button').click()");
        browser.click("#show-problems");
        assertEquals("Add import graph;", browser.text("#problems .fix"));
        browser.click("#problems .fix");

        page().awaitStatus(" · svg");
        assertEquals("helper.asy", browser.text("#tabs [aria-selected=true]"));
        assertTrue(page().source().startsWith("import graph;\nvoid part"), page().source());
    }

    @Test
    default void namesThatCouldNotBeHadAreAskedForAgainWhenTheUserComesBack() {
        Browser browser = page().browser;
        browser.go(
                fleet().url(),
                "{ const fetched = window.fetch, later = window.setTimeout; window.asked = 0;"
                        + " window.setTimeout = (run, millis, ...more) => later(run, millis === 5000 ? 1 : millis, ...more);"
                        + " window.fetch = (url, options) => /api.names/.test(url) && ++asked <= 6"
                        + " ? Promise.resolve(new Response('{}')) : fetched(url, options); }");
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        browser.eval("document.querySelector('.cm-content').focus()");
        browser.awaitTrue("asked === 6");
        browser.eval("document.querySelector('#render').focus(); document.querySelector('.cm-content').focus()");
        browser.awaitTrue("asked === 7");
    }

    @Test
    default void otherSourcesOfTheFigureAreOfferedAfterImport() {
        Browser browser = page().browser;
        page().choose("#add-file", "New source");
        page().retype("void part() { fill(unitsquare); }");
        browser.eval("document.querySelector('#tabs button').click()");
        page().retype("size(60,60); import help");
        choose(browser, "helper");
        browser.type("; part();");
        page().awaitWidth(80);
        assertEquals("size(60,60); import helper; part();", page().source());
    }

    @Test
    default void aWordIsSoughtAndReplaced() {
        Browser browser = page().browser;
        page().retype("size(60,60);\nfill(unitsquare);\n// a square");
        browser.pressControl("f");
        browser.awaitTrue("document.activeElement.closest('.cm-search')");
        browser.type("square");
        browser.press("Home"); // the field looks at its text when a key is let go
        browser.awaitTrue("document.querySelectorAll('.cm-searchMatch').length === 2");
        browser.press("Enter");
        browser.eval(
                "{ const field = document.querySelector('.cm-search [name=replace]'); field.focus(); field.select(); 0 }");
        browser.type("circle");
        browser.press("Home");
        browser.click(".cm-search [name=replaceAll]");
        browser.press("Escape");
        browser.awaitTrue("!document.querySelector('.cm-search')");
        assertEquals("size(60,60);\nfill(unitcircle);\n// a circle", page().source());
    }

    @Test
    default void aBlockFoldsAndALineIsCommented() {
        Browser browser = page().browser;
        page().retype("void part() {\n  fill(unitsquare);\n}\nsize(60,60); part();");
        page().awaitWidth(80);
        browser.awaitTrue("[...document.querySelectorAll('.cm-foldGutter span')].length > 0");
        browser.eval(
                "{ const fold = document.querySelector('.cm-foldGutter span');"
                        + " fold.dispatchEvent(new MouseEvent('click', {bubbles: true, clientY: fold.getBoundingClientRect().top + 2})); 0 }");
        browser.awaitTrue("document.querySelector('.cm-foldPlaceholder')");
        assertTrue(!page().source().contains("unitsquare"), page().source());
        browser.click(".cm-foldPlaceholder");
        browser.awaitTrue("!document.querySelector('.cm-foldPlaceholder')");

        browser.pressControl("/");
        assertTrue(page().source().endsWith("// size(60,60); part();"), page().source());
        browser.pressControl("/");
        assertTrue(page().source().endsWith("\nsize(60,60); part();"), page().source());
    }

    @Test
    default void theWordsOfTheLanguageAreColouredAndBracketsComeInPairs() {
        Browser browser = page().browser;
        page().retype("import graph; // a note\nreal x = 1; string s = \"text\";\ndraw");
        String colours = "['import', '// a note', 'real', '1', '\"text\"', 'draw'].map(word => getComputedStyle("
                + "[...document.querySelectorAll('.cm-line span, .cm-line')].filter(e => e.innerText === word)[0]).color)";
        browser.awaitTrue("new Set(" + colours + ").size === 6");
        browser.type("(");
        assertTrue(page().source().endsWith("draw()"), page().source());
        browser.awaitTrue("document.querySelectorAll('.cm-matchingBracket').length === 2");
        browser.type(")");
        assertTrue(page().source().endsWith("draw()"), page().source());
    }

    @Test
    default void aHintThatIsAFixIsOneClick() {
        Browser browser = page().browser;
        page().retype("size(60,60,IgnoreAspect);\ndraw(graph(new real(real x) {return x;}, 0, 1));");
        page().awaitStatus("^error in line 2$");
        assertEquals("Add import graph;", browser.text(".note .fix"));
        browser.click(".note .fix");
        page().awaitStatus(" · svg");
        assertTrue(page().source().startsWith("import graph;\n"), page().source());
        browser.pressControl("z");
        assertTrue(page().source().startsWith("size("), page().source());
    }

    @Test
    default void f8GoesToTheProblem() {
        Browser browser = page().browser;
        page().retype("size(60,60);\nfill(unitsqare);");
        page().awaitStatus("^error in line 2$");
        browser.pressControl("Home");
        browser.press("F8");
        browser.awaitTrue("getSelection().toString() === 'unitsqare'");
    }

    @Test
    default void tabIndentsAndEscapeLeavesTheEditor() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        browser.press("Tab");
        assertEquals("  size(60,60); fill(unitsquare);", page().source());
        browser.press("Escape");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
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
