package asyfleet.redis.apitask;

import asyfleet.redis.connection.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An asynchronous task as it stands in Redis.
 *
 * @param owner the queue server that runs it
 * @param adoptions how often it got another owner because the one before it died
 * @param fields those that the queue server itself gives a meaning
 */
public record ApiTask(String owner, String state, int adoptions, Map<String, byte[]> fields) {

    /** The field that marks a batch: how many figures it has. */
    public static final String BATCH = "batch";

    static Optional<ApiTask> of(Map<String, byte[]> hash) {
        if (!hash.containsKey("owner")) {
            return Optional.empty();
        }
        int adoptions = Integer.parseInt(Reply.text(hash.get("adoptions")));
        return Optional.of(new ApiTask(Reply.text(hash.get("owner")), Reply.text(hash.get("state")), adoptions, hash));
    }

    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** The fields that stay as they are from the task's first owner to its last. */
    public Map<String, byte[]> lasting() {
        Map<String, byte[]> lasting = new HashMap<>(fields);
        lasting.keySet().removeAll(Set.of("owner", "state", "adoptions", "estimate", "absent", "started"));
        return lasting;
    }

    public boolean isBatch() {
        return fields.containsKey(BATCH);
    }

    /** Whether the webhook has nothing more to hear. */
    public boolean isTold() {
        return fields.containsKey("told");
    }

    public boolean hasEnded() {
        return fields.containsKey("outcome");
    }
}
