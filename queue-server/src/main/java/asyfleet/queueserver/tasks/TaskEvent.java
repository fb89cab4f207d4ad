package asyfleet.queueserver.tasks;

import asyfleet.net.http.ServerSentEvent;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that clients who listen to a task are told. In Redis its name and its JSON stand on a line each.
 *
 * @param data JSON without line breaks
 */
record TaskEvent(String name, String data) {

    static final String COMPLETE = "complete";

    /** Not of the task and not stored: the stream ends here and goes on, after the last number, at another server. */
    static final TaskEvent SERVER_STOPS =
            TaskEvent.of("reconnect", Map.of("reason", "this server restarts; connect again"));

    /** In the place of one that Redis lost. */
    static final TaskEvent LOST = TaskEvent.of("lost", Map.of());

    static TaskEvent of(String name, Map<String, ?> data) {
        return new TaskEvent(name, JsonMapper.shared().writeValueAsString(data));
    }

    static TaskEvent parse(String stored) {
        String[] lines = stored.split("\n", 2);
        return new TaskEvent(lines[0], lines[1]);
    }

    String stored() {
        return name + '\n' + data;
    }

    boolean isLast() {
        return name.equals(COMPLETE);
    }

    byte[] toBytes() {
        return ServerSentEvent.of(name, data).bytes();
    }

    /** @param number of the event after it: where a client that reconnects goes on */
    byte[] toBytes(long number) {
        return new ServerSentEvent(Optional.of(Long.toString(number)), name, data).bytes();
    }
}
