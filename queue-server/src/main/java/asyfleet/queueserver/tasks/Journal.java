package asyfleet.queueserver.tasks;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.api.RenderOutcome;
import asyfleet.queueserver.delivery.Owner;
import asyfleet.redis.ApiTasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down in Redis how a task goes on. One write is under way at a time and gathers what came meanwhile; output is
 * gathered for a moment longer, so a program that prints byte by byte makes few events. A write whose outcome is unknown
 * is sent again: the scripts allow it. Confined to the task's owner thread.
 */
final class Journal {

    static final String ESTIMATE = "estimate";

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Duration GATHERING = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** As long as the keys of an unfinished task live without being kept. */
    private static final int MOST_TRIES = 600;

    private static final int MOST_OUTPUT_BYTES = 1 << 20;

    private final String id;
    private final String server;
    private final ApiTasks tasks;
    private final Owner owner;
    private final Consumer<ApiTasks.Finish> whenOver;

    private final Map<String, String> fields = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private final Map<OutputStreamName, Utf8Pieces> printed = new EnumMap<>(OutputStreamName.class);
    private int printedBytes;
    private long written;
    private boolean writing;
    private boolean gathering;
    private RenderOutcome outcome;

    /**
     * @param run the task, its owner in Redis and in this process
     * @param written how many events there are already
     * @param whenOver told once: the task has ended in Redis, or is not this server's any more
     */
    Journal(Run run, ApiTasks tasks, long written, Consumer<ApiTasks.Finish> whenOver) {
        this.id = run.id;
        this.server = run.server;
        this.owner = run.owner;
        this.tasks = tasks;
        this.written = written;
        this.whenOver = whenOver;
    }

    /** One task on one queue server. */
    record Run(String id, String server, Owner owner) {}

    /** Another queue server began this task before and died: what was told of its output is void. */
    void restarted() {
        add("restarted", Map.of("reason", "its queue server was lost; the program runs again from its start"));
        flush();
    }

    void queue(ServerMessage.Queue queue) {
        Map<String, Object> data = new HashMap<>();
        data.put("passed", queue.passed());
        if (queue.passed()) {
            fields.put("state", "running");
        } else if (queue.estimateMillis() != null) {
            fields.put(ESTIMATE, queue.estimateMillis().toString());
            data.put("estimateMs", queue.estimateMillis());
        }
        add("queue", data);
        flush();
    }

    void output(ServerMessage.Output output) {
        int kept = Math.min(output.contents().length, MOST_OUTPUT_BYTES - printedBytes);
        printedBytes += kept;
        printed.computeIfAbsent(output.stream(), stream -> new Utf8Pieces()).add(output.contents(), kept);
        if (!gathering) {
            gathering = true;
            owner.after(GATHERING, () -> {
                gathering = false;
                flush();
            });
        }
    }

    void end(RenderOutcome end) {
        outcome = end;
        flush();
    }

    private void add(String event, Map<String, ?> data) {
        events.add(TaskEvent.of(event, data).stored());
    }

    private void flush() {
        assert owner.isCurrentThread();
        if (writing) {
            return;
        }
        printed.forEach((stream, pieces) -> {
            String text = pieces.take();
            if (!text.isEmpty()) {
                add("output", Map.of("stream", stream.wire(), "text", text));
            }
        });
        if (!events.isEmpty()) {
            record();
        } else if (outcome != null) {
            finish();
        }
    }

    private void record() {
        Map<String, String> someFields = Map.copyOf(fields);
        List<String> someEvents = List.copyOf(events);
        fields.clear();
        events.clear();
        write(() -> tasks.record(id, server, someFields, written, someEvents), recorded -> {
            written += someEvents.size();
            if (recorded) {
                flush();
            } else {
                whenOver.accept(ApiTasks.Finish.NOT_YOURS);
            }
        });
    }

    private void finish() {
        ApiTasks.End end = StoredOutcome.write(outcome);
        outcome = null;
        write(() -> tasks.finish(id, server, end), whenOver);
    }

    private <T> void write(Supplier<CompletionStage<T>> write, Consumer<T> then) {
        writing = true;
        tryToWrite(write, then, 1);
    }

    private <T> void tryToWrite(Supplier<CompletionStage<T>> write, Consumer<T> then, int tries) {
        write.get()
                .whenComplete((answer, failure) -> owner.execute(() -> {
                    if (failure == null) {
                        writing = false;
                        then.accept(answer);
                    } else if (tries < MOST_TRIES) {
                        LOG.warn("task not written id={} tries={} reason={}", id, tries, failure.toString());
                        owner.after(PAUSE, () -> tryToWrite(write, then, tries + 1));
                    } else {
                        whenOver.accept(ApiTasks.Finish.GONE);
                    }
                }));
    }
}
