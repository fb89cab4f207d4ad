package asyfleet.queueserver.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Target;
import asyfleet.net.http.UploadMeters;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class UploadLimitTest {

    private static final int PER_MINUTE = 6000;

    private final Callers callers = new Callers(new ApiTokens(Optional.empty()), List.of());
    private long now = Long.MAX_VALUE - 1; // System.nanoTime may overflow, too
    private final UploadMeters limit = UploadLimit.of(callers, PER_MINUTE, () -> now, new PrometheusRegistry());

    @Test
    void aMinutesWorthMayComeAtOnce() {
        assertEquals(0, take("192.0.2.1", PER_MINUTE));
    }

    @Test
    void whatComesOnTopWaitsUntilItsTime() {
        take("192.0.2.1", PER_MINUTE);

        assertEquals(Duration.ofSeconds(1).toNanos(), take("192.0.2.1", 100));
    }

    @Test
    void timeGivesTheAllowanceBack() {
        take("192.0.2.1", PER_MINUTE);
        pass(Duration.ofSeconds(30));

        assertEquals(0, take("192.0.2.1", PER_MINUTE / 2));
        assertTrue(take("192.0.2.1", 1) > 0);
    }

    @Test
    void callersDoNotPayForOneAnother() {
        take("192.0.2.1", PER_MINUTE);

        assertEquals(0, take("192.0.2.2", PER_MINUTE));
    }

    @Test
    void aCallerFarBeyondIsRefusedAndToldWhenToComeBack() {
        UploadMeters.Meter meter = limit.of(request("192.0.2.1"));
        meter.take(PER_MINUTE);
        meter.take(1000);
        HttpError refusal = assertThrows(HttpError.class, () -> limit.of(request("192.0.2.1")));

        assertEquals(429, refusal.status());
        assertEquals("11", refusal.response().headers().first("Retry-After").orElseThrow());
        pass(Duration.ofSeconds(10));
        assertEquals(0, limit.of(request("192.0.2.1")).take(0));
    }

    @Test
    void programsOfThisMachineAreNotMeasured() {
        assertSame(UploadMeters.Meter.FREE, limit.of(request("127.0.0.1")));
    }

    @Test
    void aLimitOfZeroIsNone() {
        assertSame(UploadMeters.NONE, UploadLimit.of(callers, 0, new PrometheusRegistry()));
    }

    @Test
    void moreCallersThanCanBeKeptApartShareAndAreKeptApartAgainLater() {
        for (int i = 0; i < 10_000; i++) {
            take("10.1." + i / 256 + "." + i % 256, 1);
        }
        take("192.0.2.1", PER_MINUTE);
        assertTrue(take("192.0.2.2", 100) > 0, "these two share");
        pass(Duration.ofMinutes(2));
        take("192.0.2.1", PER_MINUTE);
        assertEquals(0, take("192.0.2.2", 100));
    }

    private long take(String address, int bytes) {
        return limit.of(request(address)).take(bytes);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static Request request(String address) {
        try {
            InetSocketAddress socket = new InetSocketAddress(InetAddress.getByName(address), 1);
            Peer peer = new Peer(socket, false, new CompletableFuture<>());
            return new Request(new Target(Method.POST, "/", Map.of(), Map.of()), Headers.EMPTY, new byte[0], peer);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
