package asyfleet.client.command;

import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The batches that this program sends and that have not ended. A batch outlives its connection, so whoever leaves it, also
 * by Ctrl-C, aborts it. Synchronized: the shutdown hook looks while others send.
 */
public final class OpenBatches {

    private static final int SECONDS_TO_ABORT = 2;

    private final Set<OpenBatch> batches = new HashSet<>();
    private boolean aborting;

    /** A batch, from before it is sent until it has ended. */
    public final class OpenBatch implements AutoCloseable {

        private final FleetHttp http;

        /** Where the server has it; empty if it has none. */
        private final CompletableFuture<Optional<String>> path = new CompletableFuture<>();

        private OpenBatch(FleetHttp http) {
            this.http = http;
        }

        /** The server has it now. */
        public void taken(String where) {
            path.complete(Optional.of(where));
        }

        /** It has ended, or no server has it. */
        @Override
        public void close() {
            path.complete(Optional.empty());
            forget(this);
        }

        private CompletableFuture<?> abort() {
            return path.thenCompose(where -> where.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : http.sendAsync(
                            http.request(where.get())
                                    .timeout(Duration.ofSeconds(SECONDS_TO_ABORT))
                                    .DELETE(),
                            BodyHandlers.discarding()));
        }
    }

    /** Before a batch is sent; empty once all are being aborted, because then nobody would abort this one. */
    public synchronized Optional<OpenBatch> open(FleetHttp http) {
        if (aborting) {
            return Optional.empty();
        }
        OpenBatch batch = new OpenBatch(http);
        batches.add(batch);
        return Optional.of(batch);
    }

    public synchronized boolean areAborting() {
        return aborting;
    }

    private synchronized void forget(OpenBatch batch) {
        batches.remove(batch);
    }

    private synchronized List<OpenBatch> endOpening() {
        aborting = true;
        return List.copyOf(batches);
    }

    /** Also those that are just being sent. Waits a moment for the answers; without one a batch goes on to its end. */
    public void abort() {
        CompletableFuture.allOf(endOpening().stream().map(OpenBatch::abort).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, SECONDS_TO_ABORT, TimeUnit.SECONDS)
                .exceptionally(unreachable -> null)
                .join();
    }
}
