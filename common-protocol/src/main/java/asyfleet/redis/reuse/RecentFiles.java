package asyfleet.redis.reuse;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Contents of files that were uploaded not long ago, by their SHA-256, so that a client need not send them again. Each
 * file belongs to a scope: those who share one can restore each other's files, and nobody else can tell that they are
 * there.
 */
public final class RecentFiles {

    private static final LuaScript FIND = LuaScript.load("find_files");

    private final Redis redis;
    private final Duration life;

    public RecentFiles(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /**
     * The files that a task wants.
     *
     * @param scope empty for the one that everybody shares
     * @param hashes SHA-256 to how many files of the task have these contents
     * @param mostBytes of all these files together
     */
    public record Wanted(String scope, Map<String, Integer> hashes, long mostBytes) {

        public Wanted {
            hashes = Map.copyOf(hashes);
        }
    }

    /** The files that were found, or that were too large. */
    public sealed interface Finding {

        /** The contents of those that are there, by their hash. */
        record Found(Map<String, byte[]> contents) implements Finding {}

        /** Nothing was read: the files have so many bytes. */
        record TooLarge(long bytes) implements Finding {}
    }

    public CompletionStage<String> keep(String scope, String sha256, byte[] contents) {
        return redis.commands().set(prefix(scope) + sha256, contents, SetArgs.Builder.px(life));
    }

    private static String prefix(String scope) {
        return scope.isEmpty() ? RedisKeys.FILE : RedisKeys.FILE + scope + ":";
    }

    /** The contents, each read once, which then live on as if they had been uploaded now. */
    public CompletionStage<Finding> find(Wanted wanted) {
        ScriptArguments arguments = new ScriptArguments()
                .add(prefix(wanted.scope))
                .add(life.toMillis())
                .add(wanted.mostBytes);
        wanted.hashes.forEach((hash, files) -> arguments.add(hash).add(files));
        return FIND.list(redis, List.of(), arguments).thenApply(reply -> finding(wanted, reply));
    }

    private static Finding finding(Wanted wanted, List<Object> reply) {
        long bytes = Reply.integer(reply.get(0));
        if (bytes > wanted.mostBytes) {
            return new Finding.TooLarge(bytes);
        }
        Map<String, byte[]> contents = new HashMap<>();
        Iterator<Object> values = reply.listIterator(1);
        for (String hash : wanted.hashes.keySet()) {
            byte[] value = (byte[]) values.next();
            if (value != null) {
                contents.put(hash, value);
            }
        }
        return new Finding.Found(contents);
    }
}
