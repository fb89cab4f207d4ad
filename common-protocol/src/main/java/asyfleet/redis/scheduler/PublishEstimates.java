package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The script that tells waiting tasks how long they will still wait. See publish_estimates.lua. */
public final class PublishEstimates {

    private static final LuaScript SCRIPT = LuaScript.load("publish_estimates");
    private static final Duration ESTIMATE_LIFE = Duration.ofSeconds(600);

    private final Redis redis;

    public PublishEstimates(Redis redis) {
        this.redis = redis;
    }

    /** False if the token is no longer the leader's; then nobody was told. */
    public CompletionStage<Boolean> run(FencingToken token, Map<String, Duration> estimates) {
        ScriptArguments arguments = new ScriptArguments()
                .add(token.value())
                .add(RedisKeys.TASK)
                .add(RedisKeys.TASK_UPDATED)
                .add(ESTIMATE_LIFE.toSeconds());
        estimates.forEach((id, estimate) -> arguments.add(id).addSeconds(estimate));
        return SCRIPT.integer(redis, List.of(RedisKeys.LEADER, RedisKeys.QUEUE), arguments)
                .thenApply(done -> done == 1);
    }
}
