package asyfleet.redis.connection;

import asyfleet.failure.StageFailure;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Requests of one kind that go to Redis together. Who asks waits for no timer: the connection's thread takes what has come
 * by the time it gets to it, which is one request when little happens, and many when much does. Only what nobody waits for
 * may be gathered for longer.
 *
 * <p>If Redis refuses a call of many, each is sent alone: what is wrong with one is no fault of the others. Any other
 * failure leaves the outcome of all unknown.
 *
 * <p>Safe for any thread. It holds only what the connection's thread has not taken yet, which is at most a request of each
 * task.
 *
 * @param <Q> a request
 * @param <A> its answer
 */
public final class BatchedCalls<Q, A> {

    /**
     * The most that one call takes.
     *
     * @param gathering how long requests are gathered for it
     */
    public record Size(int requests, long bytes, Duration gathering) {

        /** For requests of some bytes each; keeps a single script run well under a millisecond. */
        public static final Size SMALL = new Size(200, Long.MAX_VALUE, Duration.ZERO);

        /** The same for those that nobody waits for. */
        public static final Size SMALL_AND_LATER = new Size(200, Long.MAX_VALUE, Duration.ofMillis(20));
    }

    private final Redis redis;
    private final Size most;
    private final ToLongFunction<Q> bytes;
    private final Function<List<Q>, CompletionStage<List<A>>> call;

    /** Guarded by this: any thread adds to it, the connection's takes all. */
    private List<Pending<Q, A>> waiting = new ArrayList<>();

    /**
     * @param bytes the size of a request
     * @param call sends requests, and answers them in their order
     */
    public BatchedCalls(
            Redis redis, Size most, ToLongFunction<Q> bytes, Function<List<Q>, CompletionStage<List<A>>> call) {
        this.redis = redis;
        this.most = most;
        this.bytes = bytes;
        this.call = call;
    }

    /** For requests that are small. */
    public BatchedCalls(Redis redis, Size most, Function<List<Q>, CompletionStage<List<A>>> call) {
        this(redis, most, request -> 0, call);
    }

    private record Pending<Q, A>(Q request, CompletableFuture<A> answer) {}

    /** Completes on the connection's thread. */
    public CompletionStage<A> add(Q request) {
        Pending<Q, A> added = new Pending<>(request, new CompletableFuture<>());
        boolean first;
        synchronized (this) {
            first = waiting.isEmpty();
            waiting.add(added);
        }
        if (first) {
            try {
                sendSoon();
            } catch (RejectedExecutionException e) { // the process ends
                takeAll().forEach(pending -> pending.answer.completeExceptionally(e));
            }
        }
        return added.answer;
    }

    private void sendSoon() {
        if (most.gathering.isZero()) {
            redis.executor().execute(this::sendAll);
        } else {
            redis.executor().executeAfter(most.gathering, this::sendAll);
        }
    }

    private synchronized List<Pending<Q, A>> takeAll() {
        List<Pending<Q, A>> all = waiting;
        waiting = new ArrayList<>();
        return all;
    }

    private void sendAll() {
        List<Pending<Q, A>> part = new ArrayList<>();
        long size = 0;
        for (Pending<Q, A> pending : takeAll()) {
            long more = bytes.applyAsLong(pending.request);
            if (part.size() >= most.requests || !part.isEmpty() && size + more > most.bytes) {
                send(part);
                part = new ArrayList<>();
                size = 0;
            }
            part.add(pending);
            size += more;
        }
        if (!part.isEmpty()) {
            send(part);
        }
    }

    private void send(List<Pending<Q, A>> part) {
        List<Q> requests = part.stream().map(Pending::request).toList();
        call.apply(requests).whenComplete((answers, failure) -> {
            if (failure == null) {
                for (int i = 0; i < part.size(); i++) {
                    part.get(i).answer.complete(answers.get(i));
                }
            } else if (part.size() > 1 && isRefusal(failure)) {
                part.forEach(one -> send(List.of(one)));
            } else {
                part.forEach(one -> one.answer.completeExceptionally(failure));
            }
        });
    }

    private static boolean isRefusal(Throwable failure) {
        Throwable cause = StageFailure.causeOf(failure);
        return cause instanceof RedisCommandExecutionException;
    }
}
