package asyfleet.queueserver.tasks.stored;

import asyfleet.net.http.ServerSentEvent;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A piece of news that clients who listen to a task are told. In Redis its name and its JSON stand on a line each.
 *
 * @param data JSON without line breaks
 */
public record TaskEvent(String name, String data) {

    public static final String QUEUE = "queue";
    public static final String OUTPUT = "output";
    public static final String RESTARTED = "restarted";
    static final String COMPLETE = "complete";

    /** Not of the task and not stored: the stream ends here and goes on, after the last number, at another server. */
    public static final TaskEvent SERVER_STOPS =
            TaskEvent.of("reconnect", Map.of("reason", "this server restarts; connect again"));

    /** In the place of one that Redis lost. */
    static final TaskEvent LOST = TaskEvent.of("lost", Map.of());

    public static TaskEvent of(String name, Map<String, ?> data) {
        return new TaskEvent(name, JsonMapper.shared().writeValueAsString(data));
    }

    public static TaskEvent parse(String stored) {
        String[] lines = stored.split("\n", 2);
        return new TaskEvent(lines[0], lines[1]);
    }

    public String stored() {
        return name + '\n' + data;
    }

    public boolean isLast() {
        return name.equals(COMPLETE);
    }

    public byte[] toBytes() {
        return ServerSentEvent.of(name, data).bytes();
    }

    /** @param number of the event after it: where a client that reconnects goes on */
    public byte[] toBytes(long number) {
        return new ServerSentEvent(Optional.of(Long.toString(number)), name, data).bytes();
    }
}
