package asyfleet.queueserver.tasks.stored;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.redis.apitask.ApiTask;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The progress of a task until it ends, in fields of its hash that change meanwhile. */
public final class StoredProgress {

    private static final String ESTIMATE = "estimate";
    private static final String ABSENT = "absent";
    private static final String STARTED = "started";

    /** A field cannot be taken back. */
    private static final String UNKNOWN = "";

    private StoredProgress() {}

    /** The fields that this news changes. */
    public static Map<String, String> fields(ServerMessage.Queue news, long nowMillis) {
        Map<String, String> fields = new HashMap<>();
        if (news.passed()) {
            fields.put("state", "running");
            fields.put(STARTED, Long.toString(nowMillis));
        } else {
            fields.put("state", "waiting");
            fields.put(STARTED, UNKNOWN);
            fields.put(
                    ESTIMATE,
                    news.estimateMillis() == null
                            ? UNKNOWN
                            : news.estimateMillis().toString());
            fields.put(ABSENT, news.absent().stream().map(Absence::name).collect(Collectors.joining(",")));
        }
        return fields;
    }

    /** How many milliseconds it will still wait. */
    public static Optional<Long> estimate(ApiTask task) {
        return number(task, ESTIMATE);
    }

    /** The parts that the fleet had none of, as was told last. */
    static Set<Absence> absent(ApiTask task) {
        String names = task.field(ABSENT).orElse(UNKNOWN);
        return Stream.of(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(Absence::valueOf)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** When the run began that counts; by the clock of the queue server. */
    static Optional<Long> started(ApiTask task) {
        return number(task, STARTED);
    }

    private static Optional<Long> number(ApiTask task, String field) {
        return task.field(field).filter(value -> !value.equals(UNKNOWN)).map(Long::valueOf);
    }
}
