package asyfleet.redis.connection;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The question whether the replicas of Redis have a key, for writes that must survive the loss of the master. It is asked
 * with {@code WAIT} on a connection of its own, because {@code WAIT} holds up the connection that it is sent on. One
 * {@code WAIT} is under way at a time, and the next answers all who asked meanwhile.
 *
 * <p>{@code WAIT} speaks of the writes of its own connection, so a write of no effect to each key goes before it:
 * it comes behind what the other connections wrote. To a key that is gone it would be no write at all, hence one to each.
 * The key is looked for afterwards. If another server became master in between and does not have it, that shows.
 *
 * <p>Safe for use by any thread: the lists are guarded by this object.
 */
public final class Replicas implements AutoCloseable {

    /** Shorter than the patience of those who store tasks, so that they can try again. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int MOST_WAITING = 10_000;

    private final int wanted;
    private final Duration life;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final List<Question> questions = new ArrayList<>();
    private boolean asking;

    private record Question(String key, CompletableFuture<Void> answer) {}

    private Replicas(int wanted, Duration life, StatefulRedisConnection<String, byte[]> connection) {
        this.wanted = wanted;
        this.life = life;
        this.connection = connection;
    }

    /**
     * Connects; blocks meanwhile.
     *
     * @param life of the keys that are asked for
     */
    public static Replicas open(Redis redis, int wanted, Duration life) {
        return new Replicas(wanted, life, redis.openConnection());
    }

    /** Completes when as many replicas as wanted have this key, else with {@link TooFewReplicasException}. */
    public CompletionStage<Void> have(String key) {
        Question question = new Question(key, new CompletableFuture<>());
        synchronized (this) {
            if (questions.size() >= MOST_WAITING) {
                return CompletableFuture.failedStage(
                        new IllegalStateException(MOST_WAITING + " tasks wait for the replicas of Redis already"));
            }
            questions.add(question);
            if (asking) {
                return question.answer;
            }
            asking = true;
        }
        ask();
        return question.answer;
    }

    private void ask() {
        List<Question> all = take();
        if (all.isEmpty()) {
            return;
        }
        RedisAsyncCommands<String, byte[]> commands = connection.async();
        all.forEach(question -> commands.pexpire(question.key, life));
        CompletionStage<Long> replicas = commands.waitForReplication(wanted, PATIENCE.toMillis());
        for (Question question : all) {
            commands.exists(question.key).thenCombine(replicas, this::check).whenComplete((none, failure) -> {
                if (failure == null) {
                    question.answer.complete(null);
                } else {
                    question.answer.completeExceptionally(failure);
                }
            });
        }
        replicas.whenComplete((count, failure) -> ask());
    }

    private synchronized List<Question> take() {
        List<Question> all = List.copyOf(questions);
        questions.clear();
        asking = !all.isEmpty();
        return all;
    }

    private Void check(long exists, long replicas) {
        if (exists == 0) {
            throw new IllegalStateException("Redis has lost what was written");
        }
        if (replicas < wanted) {
            throw new TooFewReplicasException(replicas, wanted);
        }
        return null;
    }

    @Override
    public void close() {
        connection.close();
    }
}
