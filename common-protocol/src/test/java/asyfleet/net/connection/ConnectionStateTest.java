package asyfleet.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionStateTest {

    @Test
    void aConnectionMakesTheMovesThatAreWrittenDownAndNoOthers() {
        List<String> allowed = new ArrayList<>();
        for (ConnectionState from : ConnectionState.values()) {
            for (ConnectionState to : ConnectionState.values()) {
                if (from.mayBecome(to)) {
                    allowed.add(from + " " + to);
                }
            }
        }
        List<String> written = List.of(
                "IDLE SERVING",
                "IDLE LINGERING",
                "IDLE CLOSED",
                "SERVING ANSWERING",
                "SERVING UPGRADED",
                "SERVING CLOSED",
                "ANSWERING IDLE",
                "ANSWERING CLOSED",
                "LINGERING CLOSED",
                "UPGRADED CLOSED",
                "CLOSED CLOSED");
        assertEquals(written, allowed);
    }
}
