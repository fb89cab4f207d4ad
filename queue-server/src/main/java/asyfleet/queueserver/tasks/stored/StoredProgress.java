package asyfleet.queueserver.tasks.stored;

import asyfleet.protocol.task.ServerMessage;
import java.util.HashMap;
import java.util.Map;

/** The progress of a task until it ends, in fields of its hash that change meanwhile. */
public final class StoredProgress {

    static final String ESTIMATE = "estimate";
    static final String STARTED = "started";

    private StoredProgress() {}

    /** The fields that this news changes. */
    public static Map<String, String> fields(ServerMessage.Queue news, long nowMillis) {
        Map<String, String> fields = new HashMap<>();
        if (news.passed()) {
            fields.put("state", "running");
            fields.put(STARTED, Long.toString(nowMillis));
        } else if (news.estimateMillis() != null) {
            fields.put(ESTIMATE, news.estimateMillis().toString());
        }
        return fields;
    }
}
