package asyfleet.scheduler.loop;

import static asyfleet.scheduler.TestFleet.await;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.redis.scheduler.RedisSchedulerStore;
import asyfleet.redis.scheduler.SchedulerStore;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.estimate.Experience;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A leading scheduler whose steps a test takes one by one. When it is killed in the middle of a step, the next one takes
 * over with a token of its own, rebuilds, and takes the step again.
 */
final class TestLeader {

    private final Leadership leadership;
    private final Redis redis;
    private final LoopSettings settings;
    private final Experience experience;
    private final Random random;
    private final BooleanSupplier stopsNow;
    private FencingToken token;
    private Term term;
    private int deaths;

    /** @param stopsNow asked after each call to Redis whether the process ends here */
    TestLeader(Redis redis, Random random, BooleanSupplier stopsNow) {
        SchedulingRules rules = new SchedulingRules(Levels.DEFAULT, Integer.MAX_VALUE, Duration.ofMinutes(10));
        Duration lease = Duration.ofMinutes(5);
        this.redis = redis;
        this.settings = new LoopSettings(
                rules,
                Duration.ofSeconds(60),
                Integer.MAX_VALUE,
                lease,
                new LoopSettings.Sweeping(Duration.ofSeconds(1), Duration.ZERO));
        this.leadership = new Leadership(redis, lease);
        this.experience = new Experience(rules.levels());
        this.random = random;
        this.stopsNow = stopsNow;
    }

    void turn() {
        step(term -> term.turn(true));
    }

    void sweep() {
        step(Term::sweep);
    }

    Term term() {
        return term;
    }

    /** How often it was killed. */
    int deaths() {
        return deaths;
    }

    private void step(Consumer<Term> step) {
        while (true) {
            try {
                if (term == null) {
                    takeOver();
                }
                step.accept(term);
                return;
            } catch (StoppingStore.Killed e) {
                deaths++;
                term = null;
            }
        }
    }

    /** Another one leads from now on, as if the lease had run out. */
    void takeOver() {
        if (token != null) {
            await(leadership.release(token));
        }
        token = await(leadership.acquire()).orElseThrow();
        SchedulerStore store = new RedisSchedulerStore(
                redis, settings.priorityStep(), settings.sweeping().unclaimed(), token);
        SchedulerMetrics metrics = new SchedulerMetrics(new PrometheusRegistry(), Levels.DEFAULT.count());
        Term next = new Term(new StoppingStore(store, stopsNow), settings, experience, metrics, random::nextInt);
        next.rebuild();
        term = next;
    }
}
