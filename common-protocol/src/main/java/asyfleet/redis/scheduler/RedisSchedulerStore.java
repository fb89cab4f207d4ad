package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.AbandonTasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The {@link SchedulerStore} of a real fleet: each call is one script, or several in one round trip. */
public final class RedisSchedulerStore implements SchedulerStore {

    /** Longer than a command's own timeout, so that it is the one that says what went wrong. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);

    /** Keeps one script run to a few milliseconds; further ones follow in the same round trip. */
    private static final int MOST_PER_SCRIPT = 1000;

    private final FencingToken token;
    private final ReadFleet readFleet;
    private final TakeEvents takeEvents;
    private final ApplyDecisions applyDecisions;
    private final SweepFleet sweepFleet;
    private final AbandonTasks abandonTasks;
    private final PublishEstimates publishEstimates;

    /**
     * @param priorityStep the head start of one priority over the next
     * @param unclaimed how long a dispatched task may stay unread or unclaimed
     */
    public RedisSchedulerStore(Redis redis, Duration priorityStep, Duration unclaimed, FencingToken token) {
        this.token = token;
        this.readFleet = new ReadFleet(redis);
        this.takeEvents = new TakeEvents(redis, priorityStep);
        this.applyDecisions = new ApplyDecisions(redis);
        this.sweepFleet = new SweepFleet(redis, unclaimed);
        this.abandonTasks = new AbandonTasks(redis);
        this.publishEstimates = new PublishEstimates(redis);
    }

    @Override
    public FleetState read() {
        return await("read fleet", readFleet.run(token));
    }

    @Override
    public Events take(TakeEvents.Known known) {
        return await("take events", takeEvents.run(token, known));
    }

    @Override
    public List<String> apply(List<QueueCommand> decisions) {
        return inParts("apply decisions", decisions, part -> applyDecisions.run(token, part));
    }

    @Override
    public Sweep sweep(Collection<String> servers) {
        return await("sweep fleet", sweepFleet.run(token, servers));
    }

    @Override
    public void abandon(Collection<String> tasks) {
        if (inParts("abandon tasks", List.copyOf(tasks), this::abandonPart).contains(false)) {
            throw new FencedException(token);
        }
    }

    private CompletionStage<List<Boolean>> abandonPart(List<String> tasks) {
        return abandonTasks.run(token.value(), tasks).thenApply(List::of);
    }

    @Override
    public void publish(Map<String, Duration> estimates) {
        if (!await("publish estimates", publishEstimates.run(token, estimates))) {
            throw new FencedException(token);
        }
    }

    /** Sends all parts before it waits for the first answer. */
    private static <T, R> List<R> inParts(String step, List<T> all, Function<List<T>, CompletionStage<List<R>>> run) {
        List<CompletionStage<List<R>>> sent = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST_PER_SCRIPT) {
            sent.add(run.apply(all.subList(from, Math.min(all.size(), from + MOST_PER_SCRIPT))));
        }
        List<R> answers = new ArrayList<>();
        for (CompletionStage<List<R>> part : sent) {
            answers.addAll(await(step, part));
        }
        return answers;
    }

    private static <T> T await(String step, CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().get(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FencedException fenced) {
                throw fenced;
            }
            if (e.getCause() instanceof TasksBroughtBackException broughtBack) {
                throw broughtBack;
            }
            throw new UnknownOutcomeException(step, e.getCause());
        } catch (TimeoutException e) {
            throw new UnknownOutcomeException(step, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownOutcomeException(step, e);
        }
    }
}
