package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class WebGlScriptTest {

    private static final String INSTALLED = "x=window.top.document;window.parent.asyProjection=!0;";
    private static final WebGlScript SCRIPT = WebGlScript.of(INSTALLED);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theScriptOfAPageLooksAroundOnlyWhereItMay() {
        String page = new String(
                SCRIPT.changedIn(bytes("<title>Ж</title><script>" + INSTALLED + "</script>")), StandardCharsets.UTF_8);
        assertTrue(page.startsWith("<title>Ж</title><script>/* Changed by Asyfleet: "), page);
        assertTrue(page.endsWith("x=asyTop.document;asyParent.asyProjection=!0;</script>"), page);
    }

    @Test
    void whatAProgramWritesIntoItsPageIsNotTouched() {
        byte[] page = bytes("<p>window.top.document</p>");
        assertSame(page, SCRIPT.changedIn(page));
        String both =
                new String(SCRIPT.changedIn(bytes(INSTALLED + "<p>window.top.document</p>")), StandardCharsets.UTF_8);
        assertTrue(both.endsWith("<p>window.top.document</p>"), both);
    }

    @Test
    void aScriptThatLooksNowhereAndAMissingOneAreLeftAlone() {
        byte[] page = bytes("x=1;");
        assertSame(page, WebGlScript.of("x=1;").changedIn(page));
        assertSame(page, WebGlScript.of("").changedIn(page));
        assertEquals("", WebGlScript.of("").changed());
    }
}
