package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.FencedException;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.scheduler.Sweep;
import asyfleet.redis.scheduler.TasksBroughtBackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The real fleet, with the token of one term. Owned by the loop's thread, which it blocks. */
final class RedisSchedulerStore implements SchedulerStore {

    /** Longer than a command's own timeout, so that it is the one that says what went wrong. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);

    /** Keeps one script run to a few milliseconds; further ones follow in the same round trip. */
    private static final int MOST_PER_SCRIPT = 1000;

    private final FleetScripts scripts;
    private final FencingToken token;

    RedisSchedulerStore(FleetScripts scripts, FencingToken token) {
        this.scripts = scripts;
        this.token = token;
    }

    @Override
    public FleetState read() {
        return await("read fleet", scripts.read().run(token));
    }

    @Override
    public Events take(long lastArrival) {
        return await("take events", scripts.take().run(token, lastArrival));
    }

    @Override
    public List<String> apply(List<QueueCommand> decisions) {
        return inParts("apply decisions", decisions, part -> scripts.apply().run(token, part));
    }

    @Override
    public Sweep sweep(Collection<String> servers) {
        return await("sweep fleet", scripts.sweep().run(token, servers));
    }

    @Override
    public void abandon(Collection<String> tasks) {
        inParts("abandon tasks", List.copyOf(tasks), part -> scripts.abandon().run(part));
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
