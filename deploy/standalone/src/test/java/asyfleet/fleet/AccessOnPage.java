package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of the page to those who use it on a phone, by keyboard or with a screen reader. */
interface AccessOnPage {

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    @Test
    default void onAPhoneThereIsOnePaneAtATimeAndNothingIsCutOff() {
        Browser browser = page().browser;
        browser.resize(390, 844);
        page().go(fleet().url());

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
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        assertFalse(browser.eval("document.querySelector('#stage').checkVisibility()")
                .asBoolean());
        browser.click("#view-picture");
        assertTrue(browser.eval("document.querySelector('#stage').checkVisibility()")
                .asBoolean());
        assertFalse(browser.eval("document.querySelector('#code').checkVisibility()")
                .asBoolean());
        // A phone zooms in on a field with smaller letters.
        browser.click("#view-source");
        page().choose("#file-menu", "Rename");
        awaitLargeLetters(browser);
        browser.press("Escape");
        browser.eval("document.querySelector('.cm-content').focus()");
        browser.pressControl("f");
        awaitLargeLetters(browser);
        page().command("shell");
        awaitLargeLetters(browser);
    }

    private static void awaitLargeLetters(Browser browser) {
        browser.awaitTrue("{ const field = document.activeElement; field.matches('input, textarea')"
                + " && parseFloat(getComputedStyle(field).fontSize) >= 16 }");
    }

    @Test
    default void theKeyboardReachesEverything() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.press("Escape");
        assertEquals("render", browser.eval("document.activeElement.id").asString());
        page().command("ground dark");
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

        browser.click("#show-problems");
        browser.eval("document.querySelector('#show-output').focus()");
        for (int i = 0; i < 3; i++) {
            browser.press("Tab"); // after two links to other pages
        }
        assertEquals("drawer-grip", browser.eval("document.activeElement.id").asString());
        int height = heightOfTheDrawer(browser);
        browser.press("ArrowUp");
        assertEquals(height + 20, heightOfTheDrawer(browser));
        browser.press("ArrowDown");
        browser.press("ArrowDown");
        assertEquals(height - 20, heightOfTheDrawer(browser));
        browser.click("#show-problems");

        browser.click("#download");
        browser.awaitTrue("document.activeElement.innerText.startsWith('SVG')");
        browser.press("ArrowDown");
        assertEquals("PDF", browser.text(":focus"));
        browser.press("Escape");
        assertEquals("download", browser.eval("document.activeElement.id").asString());
    }

    private static int heightOfTheDrawer(Browser browser) {
        return browser.eval("Number(document.querySelector('#drawer-grip').ariaValueNow)")
                .asInt();
    }

    @Test
    default void aScreenReaderIsToldEachStateAndTheSentenceOfAnError() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.awaitTrue("document.querySelector('#spoken').textContent === 'the picture is drawn'");
        // The contents of a button are not read out when they change, nor is what is not displayed.
        assertTrue(browser.eval("{ const spoken = document.querySelector('#spoken'); spoken.role === 'status'"
                        + " && spoken.closest('button') === null && spoken.checkVisibility() }")
                .asBoolean());
        page().retype("size(60,60);\nfill(unitsqare);");
        browser.awaitTrue("/^error in line 2: .*unitsqare/.test(document.querySelector('#spoken').textContent)");
    }

    @Test
    default void axeFindsNothing() throws IOException {
        Browser browser = page().browser;
        page().retype("size(60,60);\nfill(unitsqare);");
        page().awaitStatus("^error in line 2$");
        browser.click("#show-problems");
        assertEquals(List.of(), page().violations());
        browser.dark(true);
        assertEquals(List.of(), page().violations());
        browser.click("#examples");
        browser.awaitTrue("document.querySelectorAll('dialog .card').length >= 12");
        assertEquals(List.of(), page().violations());
        browser.press("Escape");
        browser.dark(false);
        browser.click("#share");
        assertEquals(List.of(), page().violations());
        browser.press("Escape");
        browser.pressControl("k");
        browser.awaitTrue("document.querySelector('dialog.commands')");
        assertEquals(List.of(), page().violations());
        browser.press("Escape");
        browser.click("#shell");
        browser.awaitTrue("document.querySelector('.prompt textarea')");
        assertEquals(List.of(), page().violations());
        browser.click("#shell");
        browser.resize(390, 844);
        assertEquals(List.of(), page().violations());
        browser.click("#view-picture");
        assertEquals(List.of(), page().violations());
    }

    @Test
    default void axeFindsNothingInWhatOpensForAWhile() throws IOException {
        Browser browser = page().browser;
        List<String> found = new ArrayList<>();
        page().awaitNames();
        page().retype("size(60,60); dra");
        found.addAll(violationsIn(".cm-tooltip-autocomplete"));
        found.addAll(violationsIn(".cm-completionInfo"));
        browser.type("w(");
        found.addAll(violationsIn(".signature"));
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.pressControl("f");
        found.addAll(violationsIn(".cm-search"));
        browser.press("Escape");
        for (String button : List.of("#work", "#file-menu", "#add-file", "#download")) {
            browser.click(button);
            found.addAll(violationsIn("#menu"));
            browser.press("Escape");
        }
        page().choose("#work", "History");
        browser.awaitTrue("document.querySelector('dialog .card img')");
        found.addAll(violationsIn("dialog.sheet"));
        browser.press("Escape");
        page().choose("#work", "Rename");
        found.addAll(violationsIn("dialog.small"));
        browser.press("Escape");
        page().command("token");
        found.addAll(violationsIn("dialog.token"));
        browser.press("Escape");
        page().command("vim keys: on");
        browser.eval("document.querySelector('.cm-content').focus()");
        found.addAll(violationsIn(".vim-bar"));
        browser.press("/");
        browser.awaitTrue("document.querySelector('.vim-asking').checkVisibility()");
        found.addAll(violationsIn(".vim-bar"));
        assertEquals(List.of(), found);
    }

    /** The violations that axe finds in a part that has just opened, in the light and in the dark. */
    private List<String> violationsIn(String part) throws IOException {
        Browser browser = page().browser;
        browser.awaitTrue("document.querySelector('" + part + "')?.checkVisibility()");
        List<String> found = new ArrayList<>(page().violationsIn("'" + part + "'"));
        browser.dark(true);
        found.addAll(page().violationsIn("'" + part + "'"));
        browser.dark(false);
        // The arrows move in the list of completions while the focus stays in the text, as in every combobox.
        found.removeIf(violation -> violation.startsWith("scrollable-region-focusable: #cm-ac-"));
        return found;
    }
}
