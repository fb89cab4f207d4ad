package asyfleet.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersTest {

    @Test
    void namesCompareWithoutRegardToCase() {
        Headers headers = Headers.of("Content-Type", "a").plus("content-type", "b");
        assertEquals(List.of("a", "b"), headers.all("CONTENT-TYPE"));
        assertEquals(
                "c", headers.with("CONTENT-type", "c").first("Content-Type").orElseThrow());
        assertEquals(1, headers.with("CONTENT-type", "c").lines().size());
        assertFalse(headers.without("content-TYPE").contains("Content-Type"));
    }

    @Test
    void aValueThatWouldAddALineIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Headers.of("Location", "/\r\nSet-Cookie: x=1"));
        assertThrows(IllegalArgumentException.class, () -> Headers.of("Location", "/\nx"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "ä", "a\n"})
    void aNameThatIsNotATokenIsRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> Headers.of(name, "x"));
    }

    @Test
    void valuesAreNotShown() {
        assertEquals(
                "[Authorization]", Headers.of("Authorization", "Bearer secret").toString());
    }
}
