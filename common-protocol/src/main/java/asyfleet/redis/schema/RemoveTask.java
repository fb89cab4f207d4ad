package asyfleet.redis.schema;

import asyfleet.redis.connection.Redis;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The removal of the keys of tasks whose clients have their answers. A plain command: doing it twice removes nothing more.
 */
public final class RemoveTask {

    private final Redis redis;

    public RemoveTask(Redis redis) {
        this.redis = redis;
    }

    public CompletionStage<Long> run(String id) {
        return run(List.of(id));
    }

    public CompletionStage<Long> run(Collection<String> ids) {
        return redis.commands().unlink(ids.stream().flatMap(RemoveTask::keys).toArray(String[]::new));
    }

    private static Stream<String> keys(String id) {
        String task = RedisKeys.TASK + id;
        return Stream.of(
                task,
                task + RedisKeys.TASK_FILES,
                task + RedisKeys.TASK_BACKEND,
                task + RedisKeys.TASK_ESTIMATE,
                task + RedisKeys.TASK_DURATION,
                task + RedisKeys.TASK_DENIED);
    }

    /** Removes only the files, once the slots that run the tasks have them. */
    public CompletionStage<Long> filesOf(Collection<String> ids) {
        return redis.commands()
                .unlink(ids.stream()
                        .map(id -> RedisKeys.TASK + id + RedisKeys.TASK_FILES)
                        .toArray(String[]::new));
    }
}
