package asyfleet.redis.schema;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The backend processes that are to run nothing more, because an operator wants it so. Set by queue servers. */
public final class DrainedMachines {

    /** In place of a name: every process, also one that is yet to join. */
    public static final String ALL = "*";

    private final Redis redis;

    public DrainedMachines(Redis redis) {
        this.redis = redis;
    }

    /** Also {@link #ALL}, if it is there. */
    public CompletionStage<Set<String>> names() {
        return redis.commands()
                .smembers(RedisKeys.BACKEND_DRAINED)
                .thenApply(names -> names.stream().map(Reply::text).collect(Collectors.toCollection(TreeSet::new)));
    }

    public CompletionStage<Boolean> contains(String machine) {
        return names().thenApply(names -> names.contains(machine) || names.contains(ALL));
    }

    public CompletionStage<Long> add(String machine) {
        return redis.commands().sadd(RedisKeys.BACKEND_DRAINED, machine.getBytes(StandardCharsets.UTF_8));
    }

    public CompletionStage<Long> remove(String machine) {
        return redis.commands().srem(RedisKeys.BACKEND_DRAINED, machine.getBytes(StandardCharsets.UTF_8));
    }
}
