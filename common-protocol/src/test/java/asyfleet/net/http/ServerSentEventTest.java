package asyfleet.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerSentEventTest {

    private static String text(ServerSentEvent event) {
        return new String(event.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void everyLineOfTheDataIsALineOfItsOwn() {
        assertEquals("event: e\ndata: a\ndata: \ndata: b\n\n", text(ServerSentEvent.of("e", "a\n\r\nb")));
        assertEquals("event: e\ndata: a\ndata: b\n\n", text(ServerSentEvent.of("e", "a\rb")));
        assertEquals("event: e\ndata: \n\n", text(ServerSentEvent.of("e", "")));
    }

    @Test
    void anIdComesFirst() {
        assertEquals("id: 7\nevent: e\ndata: x\n\n", text(new ServerSentEvent(Optional.of("7"), "e", "x")));
    }

    @Test
    void anIdOrANameOfSeveralLinesIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> ServerSentEvent.of("a\nb", ""));
        assertThrows(IllegalArgumentException.class, () -> new ServerSentEvent(Optional.of("a\nb"), "e", ""));
    }
}
