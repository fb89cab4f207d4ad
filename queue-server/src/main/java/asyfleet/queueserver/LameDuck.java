package asyfleet.queueserver;

import asyfleet.net.NetServer;
import asyfleet.net.operations.Readiness;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time between "not ready" and the closed door, when a server is told to end: it still serves everybody, so that
 * whoever spreads clients over several servers can notice and send the next ones elsewhere. HTTP connections are not kept:
 * each closes with its next answer. The last part to be opened, so that it is the first to be closed.
 *
 * <p>Owned by the thread that closes the server. An interrupt of that thread ends the time at once, and nothing more.
 */
record LameDuck(Readiness readiness, NetServer server, Duration time) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LameDuck.class);

    @Override
    public void close() {
        if (time.isZero()) {
            return;
        }
        LOG.info("not ready any more, still serving for={}", time);
        readiness.add("server", () -> CompletableFuture.failedFuture(new IllegalStateException("stopping")));
        server.endKeepAlive();
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            LOG.info("interrupted, so the door closes now");
        }
    }
}
