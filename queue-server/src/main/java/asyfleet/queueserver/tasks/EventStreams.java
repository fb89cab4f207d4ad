package asyfleet.queueserver.tasks;

import asyfleet.net.http.BodySink;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.tasks.stored.TaskId;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * {@code GET /api/tasks/{id}/events} and {@code GET /api/batch/{id}/events}: all clients of this server that listen to
 * tasks, whichever server runs these. The map is concurrent because connections live on many event loops and wake-ups come
 * on Lettuce's threads; it is bounded by the number of connections.
 */
final class EventStreams implements RequestHandler, AutoCloseable {

    /** For a client that has heard the end; browsers then do not ask again. */
    private static final Response NOTHING_MORE = Response.empty(204);

    private final ApiTasks tasks;
    private final Supplier<Owner> owners;
    private final Map<String, Set<EventStream>> streams = new ConcurrentHashMap<>();

    /** Volatile: set by whoever closes, read by event loops. */
    private volatile boolean closed;

    EventStreams(ApiTasks tasks, Supplier<Owner> owners) {
        this.tasks = tasks;
        this.owners = owners;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        return listen(request, EventForm.SERVER_SENT, task -> !task.isBatch());
    }

    /** The same for batches, of which a client that cannot set headers says by {@code after} which event it had last. */
    CompletionStage<Response> ofBatch(Request request) {
        return listen(request, EventForm.of(request), ApiTask::isBatch);
    }

    private CompletionStage<Response> listen(Request request, EventForm form, Predicate<ApiTask> known) {
        String id = TaskId.of(request);
        long first = first(
                request.header("Last-Event-ID").or(() -> request.query("after")).orElse("0"));
        return RenderAnswer.answered(tasks.find(id))
                .thenCombine(RenderAnswer.answered(tasks.countEvents(id)), (task, events) -> {
                    boolean over =
                            task.filter(known).orElseThrow(TaskId::unknown).hasEnded() && first >= events;
                    return over ? NOTHING_MORE : form.response(sink -> open(id, Math.min(first, events), sink, form));
                })
                .thenApply(response -> response.with("Cache-Control", "no-store"));
    }

    private static long first(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw HttpError.badRequest(
                    "Last-Event-ID is " + Excerpt.of(text) + "; expected the id of an event of this stream");
        }
        return Long.parseLong(text);
    }

    private void open(String id, long first, BodySink sink, EventForm form) {
        EventStream stream = new EventStream(id, first, tasks, owners.get(), sink, form);
        streams.compute(id, (key, listening) -> {
            Set<EventStream> all = listening == null ? ConcurrentHashMap.newKeySet() : listening;
            all.add(stream);
            return all;
        });
        stream.start(() -> leave(id, stream));
        sink.whenAbandoned(stream::stop);
        if (closed) {
            stream.serverStops();
        }
    }

    private void leave(String id, EventStream stream) {
        streams.computeIfPresent(id, (key, listening) -> {
            listening.remove(stream);
            return listening.isEmpty() ? null : listening;
        });
    }

    /** Any thread. */
    void wakeUp(String id) {
        streams.getOrDefault(id, Set.of()).forEach(EventStream::wakeUp);
    }

    /** Ends all streams, so that a server that drains need not wait for tasks; clients reconnect to another server. */
    @Override
    public void close() {
        closed = true;
        streams.values().forEach(listening -> listening.forEach(EventStream::serverStops));
    }
}
