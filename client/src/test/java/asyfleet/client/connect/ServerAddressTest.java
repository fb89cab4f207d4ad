package asyfleet.client.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

    @ParameterizedTest
    @CsvSource({
        "ws://h:1, ws://h:1/asy",
        "ws://h:1/, ws://h:1/asy",
        "h:1, ws://h:1/asy",
        "http://h, ws://h/asy",
        "https://h, wss://h/asy",
        "wss://h/below/asy, wss://h/below/asy",
        "ws://h/socket, ws://h/socket",
        "https://h/below, wss://h/below/asy",
        "https://h/below/, wss://h/below/asy",
        "https://h/below/asy, wss://h/below/asy",
        "ws://h:1?token=t, ws://h:1/asy?token=t",
        "[::1]:8080, ws://[::1]:8080/asy"
    })
    void whatPeopleWriteIsUnderstood(String written, String meant) {
        assertEquals(meant, ServerAddress.parse(written, "/asy").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ftp://h", "ws://", "ws://a b", ":8080"})
    void whatIsNoServerIsRefused(String written) {
        assertThrows(IllegalArgumentException.class, () -> ServerAddress.parse(written, "/asy"));
    }
}
