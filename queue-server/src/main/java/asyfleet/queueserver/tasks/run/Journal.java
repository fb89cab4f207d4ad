package asyfleet.queueserver.tasks.run;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.tasks.stored.StoredOutcome;
import asyfleet.queueserver.tasks.stored.StoredProgress;
import asyfleet.queueserver.tasks.stored.TaskEvent;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.apitask.ApiTasks.Written;
import asyfleet.redis.connection.RedisFailure;
import asyfleet.trace.TaskTrace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record in Redis of how a task goes on. One write is under way at a time and gathers what came meanwhile; output
 * is gathered for a moment longer, so a program that prints byte by byte makes few events. A write whose outcome is
 * unknown is sent again: the scripts allow it. A task that Redis lost is put back. Confined to the task's owner thread.
 */
final class Journal {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Duration GATHERING = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** As long as the keys of an unfinished task live without being kept. */
    private static final int MOST_TRIES = 600;

    private static final int MOST_OUTPUT_BYTES = 1 << 20;

    private final TaskTrace names;
    private final String id;
    private final String server;
    private final ApiTasks tasks;
    private final Owner owner;
    private final ApiTasks.Contents contents;
    private final Runnable whenOver;

    private final Map<String, String> fields = new HashMap<>();

    /** The values of the fields that were written. */
    private final Map<String, String> present = new HashMap<>();

    private final List<String> events = new ArrayList<>();
    private final Map<OutputStreamName, Utf8Pieces> printed = new EnumMap<>(OutputStreamName.class);
    private int printedBytes;
    private long written;
    private boolean writing;
    private boolean gathering;
    private RenderOutcome outcome;

    /**
     * @param names of the task, with the ID that the API gave
     * @param server the task's owner in Redis
     * @param owner the task's owner in this process
     * @param contents the task as it was stored
     * @param written how many events there are already
     * @param whenOver told once: the task has ended in Redis, or is not this server's any more
     */
    Journal(
            TaskTrace names,
            String server,
            Owner owner,
            ApiTasks.Contents contents,
            ApiTasks tasks,
            long written,
            Runnable whenOver) {
        this.names = names;
        this.id = names.id().orElseThrow();
        this.server = server;
        this.owner = owner;
        this.contents = contents;
        this.tasks = tasks;
        this.written = written;
        this.whenOver = whenOver;
    }

    /** Redis may have lost the task: puts it back as it stands, or changes nothing. */
    CompletionStage<?> restore() {
        assert owner.isCurrentThread();
        Map<String, byte[]> all = new HashMap<>(contents.fields());
        present.forEach((name, value) -> all.put(name, value.getBytes(StandardCharsets.UTF_8)));
        return tasks.restore(id, server, new ApiTasks.Contents(all, contents.files()), written);
    }

    /** Another queue server began this task before and died: what was told of its output is void. */
    void restarted() {
        add(TaskEvent.RESTARTED, Map.of("reason", "its queue server was lost; the program runs again from its start"));
        flush();
    }

    void queue(ServerMessage.Queue queue) {
        fields.putAll(StoredProgress.fields(queue, System.currentTimeMillis()));
        Map<String, Object> data = new HashMap<>();
        data.put("passed", queue.passed());
        if (!queue.passed() && queue.estimateMillis() != null) {
            data.put("estimateMs", queue.estimateMillis());
        }
        queue.absent().forEach(absence -> data.put(absence.field(), 0));
        add(TaskEvent.QUEUE, data);
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
                add(TaskEvent.OUTPUT, Map.of("stream", stream.wire(), "text", text));
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
        present.putAll(someFields);
        write(() -> tasks.record(id, server, someFields, written, someEvents), () -> {
            written += someEvents.size();
            flush();
        });
    }

    private void finish() {
        ApiTasks.End end = StoredOutcome.write(outcome);
        outcome = null;
        write(() -> tasks.finish(id, server, end), whenOver);
    }

    /** @param then when it is written; when the task is not this server's any more it is over */
    private void write(Supplier<CompletionStage<Written>> write, Runnable then) {
        writing = true;
        tryToWrite(write, then, 1);
    }

    private void tryToWrite(Supplier<CompletionStage<Written>> write, Runnable then, int tries) {
        write.get()
                .whenComplete((answer, failure) -> owner.execute(() -> {
                    boolean unwritten = failure != null || answer == Written.GONE;
                    if (unwritten && tries < MOST_TRIES) {
                        LOG.warn("task not written tries={} reason={} {}", tries, reason(answer, failure), names);
                        // Also when it is gone: Redis lost this server's lease, too, and without one others take the
                        // task.
                        owner.after(PAUSE, () -> writeAgain(write, then, tries + 1));
                    } else {
                        writing = false;
                        (answer == Written.DONE ? then : whenOver).run();
                    }
                }));
    }

    private static String reason(Written answer, Throwable failure) {
        return failure == null ? answer.toString() : RedisFailure.inWords(failure);
    }

    private void writeAgain(Supplier<CompletionStage<Written>> write, Runnable then, int tries) {
        restore().whenComplete((there, failure) -> owner.execute(() -> tryToWrite(write, then, tries)));
    }
}
