package asyfleet.net.websocket;

import java.time.Duration;

/**
 * The times after which a silent or stuck connection is given up.
 *
 * @param ping silence after which the other side is pinged; as long again without a sign of life and it counts as gone
 * @param stall how long the other side may take nothing of what waits for it
 */
public record Liveness(Duration ping, Duration stall) {}
