package asyfleet.client.command;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The batches that this program has sent and that have not ended. A batch outlives its connection, so whoever leaves it,
 * also by Ctrl-C, aborts it. Concurrent: the shutdown hook looks while others send.
 */
public final class OpenBatches {

    private static final int SECONDS_TO_ABORT = 2;

    private record OpenBatch(FleetHttp http, String path) {}

    private final Set<OpenBatch> batches = ConcurrentHashMap.newKeySet();

    public void opened(FleetHttp http, String path) {
        batches.add(new OpenBatch(http, path));
    }

    public void ended(FleetHttp http, String path) {
        batches.remove(new OpenBatch(http, path));
    }

    /** Waits a moment for the answers; without one a batch goes on to its end. */
    public void abort() {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (OpenBatch batch : batches) {
            HttpRequest.Builder request = batch.http.request(batch.path).timeout(Duration.ofSeconds(SECONDS_TO_ABORT));
            answers.add(batch.http.sendAsync(request.DELETE(), BodyHandlers.discarding()));
        }
        batches.clear();
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, SECONDS_TO_ABORT, TimeUnit.SECONDS)
                .exceptionally(unreachable -> null)
                .join();
    }
}
