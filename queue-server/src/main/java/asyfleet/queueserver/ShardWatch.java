package asyfleet.queueserver;

import asyfleet.config.StartFailure;
import asyfleet.queueserver.shard.ShardChoice;
import asyfleet.queueserver.shard.ShardState;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch over several shards: it opens those whose Redis was away, asks each how it is, and says when one goes down or
 * comes up. It has two threads, because to open a shard blocks. What {@link #look} touches belongs to one task of them,
 * which never overlaps itself.
 */
final class ShardWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ShardWatch.class);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration OPEN_AGAIN = Duration.ofSeconds(2);
    private static final String LIMITER = "limiter";

    private final List<KnownShard> all;
    private final ShardContext context;
    private final ShardMetrics metrics;
    private final ScheduledThreadPoolExecutor threads =
            new ScheduledThreadPoolExecutor(2, new DefaultThreadFactory("shards", true));

    /** The last state of each shard that was logged, by its address. */
    private final Map<String, Boolean> told = new HashMap<>();

    /** Written by the look, read by event loops. */
    private volatile Shard limiterHome;

    ShardWatch(List<KnownShard> all, ShardContext context, ShardMetrics metrics) {
        this.all = all;
        this.context = context;
        this.metrics = metrics;
    }

    /**
     * Opens those that are there; blocks until there is one.
     *
     * @throws StartFailure if there is none in all that time
     */
    void openFirst(Duration patience) {
        long began = System.nanoTime();
        while (true) {
            List<String> wrong = new ArrayList<>();
            all.forEach(shard -> shard.openIfThere(context, metrics.redis()).ifPresent(wrong::add));
            if (wrong.size() < all.size()) {
                wrong.forEach(reason -> LOG.warn("shard left out reason=\"{}\"", reason));
                limiterHome = chooseHome();
                return;
            }
            if (System.nanoTime() - began >= patience.toNanos()) {
                throw new StartFailure("No shard is there: " + String.join("; ", wrong));
            }
            LOG.warn("waiting for a shard reasons=\"{}\"", String.join("; ", wrong));
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while waiting for a shard", e);
        }
    }

    void begin() {
        threads.scheduleAtFixedRate(() -> attempt(this::look), 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        long pause = OPEN_AGAIN.toMillis();
        threads.scheduleWithFixedDelay(() -> attempt(this::openMissing), pause, pause, TimeUnit.MILLISECONDS);
    }

    /** An exception would end the repetition, and without it all shards soon count as down. */
    private static void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.error("look at shards failed, tried again soon", e);
        }
    }

    private void look() {
        all.forEach(KnownShard::look);
        all.forEach(shard -> tell(shard.state()));
        Shard home = chooseHome();
        Shard before = limiterHome;
        if (home != before) {
            limiterHome = home; // first: who comes in between must not be left behind
            before.limiter().moved();
        }
    }

    private void tell(ShardState now) {
        String address = now.name().address();
        metrics.up().labelValues(address).set(now.answers() ? 1 : 0);
        Boolean before = told.put(address, now.answers());
        if (before == null || before == now.answers()) {
            return;
        }
        if (now.answers()) {
            LOG.warn("shard is up shard={}", address);
        } else {
            LOG.warn("shard is down shard={}", address);
        }
    }

    private void openMissing() {
        for (KnownShard shard : all) {
            if (shard.opened().isEmpty()) {
                openAndBegin(shard);
            }
        }
    }

    private void openAndBegin(KnownShard shard) {
        try {
            shard.openIfThere(context, metrics.redis());
            shard.opened().ifPresent(Shard::begin);
        } catch (StartFailure e) { // an operator has to see it; the other shards go on
            LOG.error("shard refuses shard={} reason=\"{}\"", shard.name(), e.getMessage());
        }
    }

    /** The shard that holds the counts of the request limiter. */
    Shard limiterHome() {
        return limiterHome;
    }

    private Shard chooseHome() {
        List<KnownShard> opened =
                all.stream().filter(shard -> shard.opened().isPresent()).toList();
        ShardState home = ShardChoice.ofCount(
                LIMITER, opened.stream().map(KnownShard::state).toList());
        return opened.stream()
                .filter(shard -> shard.name().equals(home.name()))
                .findFirst()
                .flatMap(KnownShard::opened)
                .orElseThrow();
    }

    /** Nothing is opened after this. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
