package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.connection.Seconds;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.RedisKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The script that reads the messages of many tasks in one round trip. See read_updates.lua. */
public final class ReadUpdates {

    private static final LuaScript SCRIPT = LuaScript.load("read_updates");
    private static final int VALUES = 5;

    private final Redis redis;

    public ReadUpdates(Redis redis) {
        this.redis = redis;
    }

    public CompletionStage<List<TaskUpdate>> run(List<String> ids) {
        ScriptArguments arguments = new ScriptArguments().add(RedisKeys.TASK).addAll(ids);
        return SCRIPT.list(redis, List.of(), arguments).thenApply(reply -> updates(ids, Reply.texts(reply)));
    }

    private static List<TaskUpdate> updates(List<String> ids, List<String> values) {
        List<TaskUpdate> updates = new ArrayList<>(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            List<String> task = values.subList(i * VALUES, (i + 1) * VALUES);
            updates.add(new TaskUpdate(
                    ids.get(i),
                    present(task.get(0), Function.identity()),
                    present(task.get(1), Seconds::parse),
                    present(task.get(2), Seconds::parse),
                    present(task.get(3), DenialRecord::fromLine),
                    present(task.get(4), Function.identity())));
        }
        return updates;
    }

    private static <T> Optional<T> present(String text, Function<String, T> parse) {
        return text.isEmpty() ? Optional.empty() : Optional.of(parse.apply(text));
    }
}
