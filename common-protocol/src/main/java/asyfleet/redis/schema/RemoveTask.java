package asyfleet.redis.schema;

import asyfleet.redis.connection.Redis;
import java.util.concurrent.CompletionStage;

/**
 * The removal of the keys of a task whose client has its answer. A plain command: doing it twice removes nothing more.
 */
public final class RemoveTask {

    private final Redis redis;

    public RemoveTask(Redis redis) {
        this.redis = redis;
    }

    public CompletionStage<Long> run(String id) {
        String task = RedisKeys.TASK + id;
        return redis.commands()
                .unlink(
                        task,
                        task + RedisKeys.TASK_FILES,
                        task + RedisKeys.TASK_BACKEND,
                        task + RedisKeys.TASK_ESTIMATE,
                        task + RedisKeys.TASK_DURATION,
                        task + RedisKeys.TASK_DENIED);
    }

    /** Removes only the files, once the slot that runs the task has them. */
    public CompletionStage<Long> filesOf(String id) {
        return redis.commands().unlink(RedisKeys.TASK + id + RedisKeys.TASK_FILES);
    }
}
