package asyfleet.queueserver.limiter;

import java.time.Duration;

/**
 * The times of the limiter protocol.
 *
 * @param period between two heartbeats
 * @param silence after which a client is taken for gone
 */
public record HeartbeatTimes(Duration period, Duration silence) {

    public static final HeartbeatTimes OF_THE_PROTOCOL =
            new HeartbeatTimes(Duration.ofSeconds(30), Duration.ofSeconds(60));
}
