package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import java.util.concurrent.CompletionStage;

/** The look of a queue server at the lease of the leading scheduler. */
public final class LeaderPresence {

    private final Redis redis;

    public LeaderPresence(Redis redis) {
        this.redis = redis;
    }

    /** Whether any scheduler leads. */
    public CompletionStage<Boolean> check() {
        return redis.commands().exists(RedisKeys.LEADER).thenApply(found -> found == 1);
    }
}
