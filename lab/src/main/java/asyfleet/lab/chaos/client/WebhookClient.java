package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client of {@code /api/tasks} that waits until its webhook is called, and then fetches the result. */
public final class WebhookClient extends ApiTaskClient {

    private final WebhookReceiver receiver;

    public WebhookClient(ClientContext context, WebhookReceiver receiver) {
        super(context, false);
        this.receiver = receiver;
    }

    @Override
    public void run(ChaosFigure figure) throws InterruptedException {
        CompletableFuture<Void> told = receiver.expect(figure.task());
        Optional<String> id = submit(figure, "&webhook=" + receiver.address(figure.task()));
        if (id.isPresent()) {
            // From the start: events that are read at the end come too late for the times of the report.
            try (EventStreamReader events = listen(figure.task(), id.get())) {
                awaitCall(told);
                // Also if nobody called: then it shows whether the task has ended.
                follow(figure.task(), id.get());
            }
        }
        receiver.forget(figure.task());
    }

    private static void awaitCall(CompletableFuture<Void> told) throws InterruptedException {
        try {
            told.get(ClientContext.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return; // what the history lacks shows it
        } catch (ExecutionException e) {
            throw new IllegalStateException("a webhook is called or not", e);
        }
    }
}
