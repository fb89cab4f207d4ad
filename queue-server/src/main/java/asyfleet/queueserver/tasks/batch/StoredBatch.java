package asyfleet.queueserver.tasks.batch;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.trace.TaskTrace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A batch as JSON in a field of its hash, for whoever has to go on with it. A file that several figures have is stored
 * once.
 *
 * @param scope see {@link TaskTerms}
 */
record StoredBatch(List<StoredFigure> figures, String caller, boolean bounded, String scope, boolean reuse) {

    private static final String FIGURES = "request";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** @param files name to the name under which the contents are stored */
    record StoredFigure(String name, String main, TaskOptions options, Map<String, String> files) {

        private Batch.BatchFigure read(Map<String, byte[]> contents) {
            Map<String, byte[]> all = new HashMap<>();
            files.forEach((file, stored) -> all.put(file, contents.get(stored)));
            return new Batch.BatchFigure(name, new TaskRequest(all, main, options, Door.BATCH.priority()));
        }
    }

    static ApiTasks.Contents write(Batch batch, long createdMillis) {
        Map<byte[], String> names = new IdentityHashMap<>();
        Map<String, byte[]> contents = new LinkedHashMap<>();
        List<StoredFigure> figures = new ArrayList<>();
        for (Batch.BatchFigure figure : batch.figures()) {
            Map<String, String> files = new HashMap<>();
            figure.request().files().forEach((name, bytes) -> {
                String stored = names.computeIfAbsent(bytes, key -> Integer.toString(names.size()));
                contents.put(stored, bytes);
                files.put(name, stored);
            });
            TaskRequest request = figure.request();
            figures.add(new StoredFigure(figure.name(), request.main(), request.options(), files));
        }
        TaskTerms terms = batch.terms();
        Caller caller = terms.caller();
        StoredBatch stored = new StoredBatch(figures, caller.name(), caller.bounded(), terms.scope(), terms.reuse());
        Map<String, byte[]> fields = new HashMap<>();
        fields.put(FIGURES, JSON.writeValueAsBytes(stored));
        fields.put(ApiTask.BATCH, bytes(Integer.toString(batch.size())));
        fields.putAll(StoredRequest.traceFields(terms.trace()));
        fields.put(StoredRequest.CREATED, bytes(Long.toString(createdMillis)));
        return new ApiTasks.Contents(fields, contents);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Batch read(String id, ApiTask task, Map<String, byte[]> contents) {
        StoredBatch stored = JSON.readValue(task.fields().get(FIGURES), StoredBatch.class);
        Caller caller = new Caller(stored.caller, stored.bounded);
        TaskTrace trace = StoredRequest.trace(id, task);
        TaskTerms terms =
                new TaskTerms(caller, Optional.empty(), Optional.empty(), stored.scope, stored.reuse, trace, false);
        return new Batch(
                stored.figures.stream().map(figure -> figure.read(contents)).toList(), terms);
    }

    /** The names of the figures of a batch, in order. */
    static List<String> names(ApiTask task) {
        return JSON.readValue(task.fields().get(FIGURES), StoredBatch.class).figures.stream()
                .map(StoredFigure::name)
                .toList();
    }

    /** How many figures it has. */
    static int size(ApiTask task) {
        return Integer.parseInt(task.field(ApiTask.BATCH).orElseThrow());
    }
}
