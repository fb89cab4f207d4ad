package asyfleet.net;

import asyfleet.config.Setting;
import asyfleet.config.ValueType;
import asyfleet.net.http.HostNames;
import asyfleet.net.operations.Readiness;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time between "not ready" and the closed door, when a server is told to end: it still serves everybody, so that
 * whoever spreads clients over several servers can notice and send the next ones elsewhere. HTTP connections are not kept:
 * each closes with its next answer.
 *
 * <p>A part of a service: what is opened before it stays open for that time, and what is opened after it is closed first.
 * If that takes long, {@link #begin} lets the time run meanwhile.
 *
 * <p>Owned by the thread that closes the server. An interrupt of that thread ends the time at once, and nothing more.
 */
public final class LameDuck implements AutoCloseable {

    public static final Setting<Optional<Duration>> SETTING = Setting.of(
                    "--lame-duck",
                    "ASYFLEET_LAME_DUCK",
                    ValueType.durationOrZero(),
                    "How long a server that is told to end serves on while /readyz answers 503; without it 5s, or 0 if only"
                            + " this machine can connect")
            .optional();

    private static final Logger LOG = LoggerFactory.getLogger(LameDuck.class);
    private static final Duration USUAL = Duration.ofSeconds(5);

    private final Readiness readiness;
    private final Runnable endKeepAlive;
    private final Duration time;
    private Long begunNanos;

    /** @param endKeepAlive makes the server close each connection with its next answer */
    public LameDuck(Readiness readiness, Runnable endKeepAlive, Duration time) {
        this.readiness = readiness;
        this.endKeepAlive = endKeepAlive;
        this.time = time;
    }

    /** Whoever sends clients to several servers is hardly on the machine of one of them alone. */
    public static Duration orUsual(Optional<Duration> wanted, Listen listen) {
        return wanted.orElse(HostNames.isLoopback(listen.bind()) ? Duration.ZERO : USUAL);
    }

    /** Makes the server not ready from now on. */
    public void begin() {
        if (begunNanos != null || time.isZero()) {
            return;
        }
        begunNanos = System.nanoTime();
        LOG.info("not ready any more, still serving for={}", time);
        readiness.add("server", () -> CompletableFuture.failedFuture(new IllegalStateException("stopping")));
        endKeepAlive.run();
    }

    @Override
    public void close() {
        begin();
        if (time.isZero()) {
            return;
        }
        long millis = time.minusNanos(System.nanoTime() - begunNanos).toMillis();
        try {
            Thread.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            LOG.info("interrupted, so the door closes now");
        }
    }
}
