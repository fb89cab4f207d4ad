package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import org.junit.jupiter.api.Test;

/** The promises of the page about the picture: how it is looked at. */
interface PictureOnPage {

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    @Test
    default void theWheelZoomsAndTheMouseMovesThePicture() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        int before = zoom(browser);
        browser.wheel(1000, 400, -200);
        browser.awaitTrue("parseInt(document.querySelector('#zoom').innerText) > " + before);
        int zoomed = zoom(browser);
        assertEquals(Math.exp(0.4), (double) zoomed / before, 0.05);

        int left = left(browser);
        browser.drag(1000, 400, 1060, 420);
        browser.awaitTrue(
                "Math.round(document.querySelector('#sheet').getBoundingClientRect().left) === " + (left + 60));
        int top = top(browser);
        browser.eval("window.before = document.querySelector('#sheet img'); 0");
        page().retype("size(60,60); fill(unitsquare, red);");
        browser.awaitTrue("{ const img = document.querySelector('#sheet img'); img !== before"
                + " && document.querySelectorAll('#sheet img').length === 1 && img.naturalWidth === 80 }");
        assertEquals(zoomed, zoom(browser));
        assertEquals(left + 60, left(browser));
        assertEquals(top, top(browser));
        browser.eval("document.querySelector('#stage').focus()");
        browser.press("0");
        browser.awaitTrue("document.querySelector('#fit').ariaPressed === 'true'");
    }

    private static int top(Browser browser) {
        return browser.eval("Math.round(document.querySelector('#sheet').getBoundingClientRect().top)")
                .asInt();
    }

    private static int left(Browser browser) {
        return browser.eval("Math.round(document.querySelector('#sheet').getBoundingClientRect().left)")
                .asInt();
    }

    @Test
    default void theNamesOfSeveralPicturesLieOverNoneOfThem() {
        Browser browser = page().browser;
        page().retype(
                        "size(300,300); fill(unitsquare); shipout(\"a\"); erase(); size(300,300); fill(unitsquare, red);");
        browser.awaitTrue("document.querySelectorAll('#pictures button').length === 2");
        browser.awaitTrue("{ const box = part => document.querySelector(part).getBoundingClientRect();"
                + " box('#sheet').height > 300 && box('#sheet').bottom < box('#pictures').top }");
    }

    @Test
    default void aFigureWithoutASizeIsADotAndTheStatusHelps() {
        Browser browser = page().browser;
        page().retype("fill(unitsquare);");
        page().awaitStatus("^the picture is tiny: add size\\(6cm\\);$");
        browser.click("#pill-text");
        page().awaitWidth(227);
        assertEquals("size(6cm);\nfill(unitsquare);", page().source());
    }

    @Test
    default void theGroundIsPaperDarkOrCheckeredAndIsKept() {
        Browser browser = page().browser;
        browser.click("#ground");
        assertEquals("dark", ground(browser));
        browser.click("#ground");
        assertEquals("checkered", ground(browser));
        String desk = "getComputedStyle(document.body).backgroundColor";
        String light = browser.eval(desk).asString();
        page().command("colours: dark");
        browser.awaitTrue(desk + " !== '" + light + "'");
        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        assertEquals("checkered", ground(browser));
        assertNotEquals(light, browser.eval(desk).asString());
    }

    private static String ground(Browser browser) {
        return browser.eval("document.querySelector('#stage').dataset.ground").asString();
    }

    @Test
    default void theDividerIsDraggedAndItsPlaceIsKept() {
        Browser browser = page().browser;
        int x = browser.eval("Math.round(document.querySelector('#divider').getBoundingClientRect().left)")
                .asInt();
        browser.drag(x, 400, x - 200, 400);
        int width =
                browser.eval("document.querySelector('#divider').ariaValueNow").asInt();
        assertTrue(width < 46, "the source has " + width + " % of the width");
        browser.reload();
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
        assertEquals(
                width,
                browser.eval("document.querySelector('#divider').ariaValueNow").asInt());
    }

    @Test
    default void twoFingersZoomThePictureAndItStaysThereWhenTheFigureChanges() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        int before = zoom(browser);
        int x = browser.eval("Math.round(document.querySelector('#stage').getBoundingClientRect().left + 300)")
                .asInt();
        browser.touch("touchStart", new int[][] {{x, 300}, {x + 100, 300}});
        browser.touch("touchMove", new int[][] {{x - 50, 300}, {x + 150, 300}});
        browser.touch("touchEnd", new int[][] {});
        int after = zoom(browser);
        assertEquals(2.0, (double) after / before, 0.1);

        page().retype("size(75,75); fill(unitsquare);");
        page().awaitWidth(100);
        assertEquals(after, zoom(browser));
        browser.click("#fit");
        assertEquals(
                "true",
                browser.eval("document.querySelector('#fit').getAttribute('aria-pressed')")
                        .asString());
    }

    private static int zoom(Browser browser) {
        return Integer.parseInt(browser.text("#zoom").replaceAll("\\D", ""));
    }
}
