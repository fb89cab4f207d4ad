package asyfleet.net.bounds;

import asyfleet.net.websocket.Liveness;
import java.time.Duration;

/**
 * The times that a client may take.
 *
 * @param head from the connection, or from the last answer, to the end of the next request's header lines; ends both idle
 *     connections and clients that send their headers drop by drop
 * @param body from there to the end of the body
 * @param stall without taking anything of an answer that waits for it
 * @param ping silence of a WebSocket before it is pinged
 */
public record ConnectionTimeouts(Duration head, Duration body, Duration stall, Duration ping) {

    public static final ConnectionTimeouts DEFAULT = new ConnectionTimeouts(
            Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(30));

    public Liveness liveness() {
        return new Liveness(ping, 1, stall);
    }
}
