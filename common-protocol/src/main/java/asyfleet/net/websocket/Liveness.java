package asyfleet.net.websocket;

import java.time.Duration;

/**
 * The times after which a silent or stuck connection is given up.
 *
 * @param ping silence after which the other side is pinged, and between one ping and the next
 * @param pings how many pings may stay unanswered; as long again after the last and the other side counts as gone
 * @param stall how long the other side may take nothing of what waits for it
 */
public record Liveness(Duration ping, int pings, Duration stall) {}
