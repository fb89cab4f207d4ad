package asyfleet.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CloseReasonTest {

    @Test
    void aTextThatDoesNotFitIsCutBetweenCharacters() {
        assertEquals("x".repeat(123), new CloseReason(1000, "x".repeat(500)).text());
        assertEquals("€".repeat(41), new CloseReason(1000, "€".repeat(42)).text());
        assertEquals("😀".repeat(30), new CloseReason(1000, "😀".repeat(31)).text());
    }
}
