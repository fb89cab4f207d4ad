package asyfleet.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.testing.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void shortTextIsQuotedAsItIs() {
        assertEquals("\"größe ∮ 😀\"", Excerpt.of("größe ∮ 😀"));
    }

    @Test
    void whatCouldForgeALogLineOrDriveATerminalIsEscaped() {
        assertEquals("\"a\\nb\\r\\t\\u001b[2J\\u202e\\\\\"", Excerpt.of("a\nb\r\t\u001b[2J\u202e\\"));
    }

    @Test
    void longTextIsCutAndTheCutIsShown() {
        assertEquals("\"" + "x".repeat(60) + "…\"", Excerpt.of("x".repeat(1_000_000)));
        assertEquals("\"" + "x".repeat(60) + "\"", Excerpt.of("x".repeat(60)));
    }

    @Test
    void bytesThatAreNotAsciiAreShownByTheirCode() {
        byte[] bytes = {'P', 'E', 'T', 'O', 0, '\n', (byte) 0xc3};
        assertEquals("\"PETO\\u0000\\n\\xc3\"", Excerpt.of(bytes, bytes.length));
        assertEquals("\"PET\"", Excerpt.of(bytes, 3));
        assertEquals("\"" + "\\xff".repeat(60) + "…\"", Excerpt.of(filled(61), 61));
    }

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xff);
        return bytes;
    }

    @Test
    void anyTextBecomesOneShortLineWithoutControlCharacters() {
        Seeds.forEach(500, random -> {
            String text = random.ints(random.nextInt(200), 0, 0x3000)
                    .collect(StringBuilder::new, (out, c) -> out.append((char) c), StringBuilder::append)
                    .toString();
            String shown = Excerpt.of(text);
            assertTrue(shown.length() <= 6 * Excerpt.MAX_CHARS + 3, shown);
            assertTrue(shown.chars().noneMatch(Character::isISOControl), shown);
        });
    }
}
