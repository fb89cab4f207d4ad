package asyfleet.lab.chaos.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A listener to the events of one task as they happen. When its stream ends, it asks any queue server for the events after
 * the last one that it got. It only measures: what it misses breaks no promise.
 *
 * <p>Synchronized: streams end on threads of the HTTP client, and the thread of the task's client closes it.
 */
final class EventStreamReader implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;

    /**
     * An event of a task, as the server sends it.
     *
     * @param name of the event
     * @param data in JSON
     */
    record Event(String name, String data) {}

    private final HttpClient http;
    private final URI uri;
    private final Consumer<Event> listener;
    private String last = "";
    private boolean closed;
    private CompletableFuture<?> request = CompletableFuture.completedFuture(null);

    private EventStreamReader(HttpClient http, URI uri, Consumer<Event> listener) {
        this.http = http;
        this.uri = uri;
        this.listener = listener;
    }

    /** @param listener told by one thread at a time */
    static EventStreamReader listen(HttpClient http, URI uri, Consumer<Event> listener) {
        EventStreamReader events = new EventStreamReader(http, uri, listener);
        events.connect();
        return events;
    }

    private synchronized void connect() {
        if (closed) {
            return;
        }
        HttpRequest.Builder asked = HttpRequest.newBuilder(uri);
        if (!last.isEmpty()) {
            asked.header("Last-Event-ID", last);
        }
        request = http.sendAsync(asked.build(), HttpResponse.BodyHandlers.fromLineSubscriber(new Stream()));
        request.whenComplete((answer, failure) -> again());
    }

    private void again() {
        CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS).execute(this::connect);
    }

    private synchronized void read(String id, Event event) {
        if (!closed && !id.isEmpty() && !id.equals(last)) {
            last = id;
            listener.accept(event);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        request.cancel(true);
    }

    /** The lines of one answer. Told by one thread at a time. */
    private final class Stream implements Flow.Subscriber<String> {

        private String id = "";
        private String name = "";

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                read(id, new Event(name, line.substring("data: ".length())));
                id = "";
            }
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
