package asyfleet.redis.apitask;

import asyfleet.redis.apitask.ApiTasks.Contents;
import asyfleet.redis.apitask.ApiTasks.Lives;
import asyfleet.redis.apitask.ApiTasks.Written;
import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Batches: asynchronous tasks of many figures each, whose ends and images are stored one by one. What all asynchronous
 * tasks have in common, such as owners, events and the end, is in {@link ApiTasks} and {@link ApiTaskOwner}.
 */
public final class ApiBatches {

    private static final LuaScript STORE = LuaScript.load("store_api_batch");
    private static final LuaScript RECORD = LuaScript.load("record_batch_figure");

    private final Redis redis;
    private final Lives lives;
    private final Duration longest;

    /** @param longest how long a batch may take until its last figure has ended */
    public ApiBatches(Redis redis, Lives lives, Duration longest) {
        this.redis = redis;
        this.lives = lives;
        this.longest = longest;
    }

    /** The answer to a request to store a batch. */
    public enum Stored {
        STORED,
        /** The caller has as many as it may. */
        TOO_MANY_OF_CALLER,
        /** The fleet has as many as it may. */
        TOO_MANY
    }

    /**
     * Whom a batch counts for, and how many there may be that have not ended.
     *
     * @param ofCaller batches of this caller
     * @param ofAll batches in the whole fleet
     */
    public record Bound(String caller, int ofCaller, int ofAll) {}

    public CompletionStage<Stored> store(String id, String owner, Contents contents, Bound bound) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(owner)
                .add(lives.unfinished().toSeconds())
                .add(bound.caller)
                .add(bound.ofCaller)
                .add(bound.ofAll)
                .add(RedisKeys.API_TASK)
                .add(contents.fields().size());
        contents.fields().forEach((name, value) -> arguments.add(name).add(value));
        contents.files().forEach((name, bytes) -> arguments.add(name).add(bytes));
        List<String> keys = List.of(
                RedisKeys.API_TASK + id,
                RedisKeys.API_TASK + id + RedisKeys.TASK_FILES,
                RedisKeys.API_OWNERS,
                RedisKeys.API_OWNED + owner,
                RedisKeys.API_BATCHES);
        return STORE.integer(redis, keys, arguments).thenApply(reply -> Stored.values()[reply.intValue()]);
    }

    /**
     * The end of one figure.
     *
     * @param number of the figure in its batch, from 1
     * @param end all about it
     * @param event what clients that listen are told
     */
    public record EndedFigure(int number, String end, String event, List<byte[]> images) {}

    /** Says that a figure has ended. */
    public CompletionStage<Written> record(String id, String owner, EndedFigure figure) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(owner)
                .add(lives.unfinished().toSeconds())
                .add(longest.plus(lives.finished()).toSeconds())
                .add(RedisKeys.API_UPDATED)
                .add(figure.number)
                .add(figure.end)
                .add(figure.event);
        figure.images.forEach(arguments::add);
        List<String> keys =
                List.of(RedisKeys.API_TASK + id, RedisKeys.API_TASK + id + RedisKeys.API_TASK_EVENTS, figures(id));
        return RECORD.integer(redis, keys, arguments).thenApply(ApiTasks::written);
    }

    /** The ends of those figures that have ended; the first of them has the number 1. */
    public CompletionStage<List<Optional<byte[]>>> ends(String id, int figures) {
        String[] numbers =
                IntStream.rangeClosed(1, figures).mapToObj(Integer::toString).toArray(String[]::new);
        return redis.commands().hmget(figures(id), numbers).thenApply(values -> values.stream()
                .map(value -> Optional.ofNullable(value.getValueOrElse(null)))
                .toList());
    }

    /** One image of a figure; both numbers count from 1. */
    public CompletionStage<Optional<byte[]>> image(String id, int figure, int image) {
        return redis.commands().hget(figures(id), figure + "." + image).thenApply(Optional::ofNullable);
    }

    /** The batch has ended: its figures live as long as it does, or a little longer. */
    public CompletionStage<Boolean> ended(String id) {
        return redis.commands().expire(figures(id), Math.max(1, lives.finished().toSeconds()));
    }

    private static String figures(String id) {
        return RedisKeys.API_TASK + id + RedisKeys.API_TASK_FIGURES;
    }
}
