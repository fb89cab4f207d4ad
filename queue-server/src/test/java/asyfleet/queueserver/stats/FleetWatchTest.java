package asyfleet.queueserver.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.redis.queueserver.FleetSnapshot;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.schema.PoolFigures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class FleetWatchTest extends Clock {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private boolean silent;
    private int reads;
    private final FleetWatch watch = new FleetWatch(this::read, TaskTimes.by(() -> 0), this);

    @Test
    void howeverManyAskTheFleetIsReadOnceASecond() {
        for (int i = 0; i < 100; i++) {
            watch.now();
        }
        assertEquals(1, reads);

        now = now.plus(FleetWatch.FRESH);
        assertEquals(2, waiting(watch.now()));
    }

    @Test
    void theHistoryIsThatOfAnHourAndCanBeAskedForInParts() {
        Instant began = now;
        for (int i = 0; i <= FleetWatch.MOST; i++) {
            watch.keep();
            now = now.plus(FleetWatch.PERIOD);
        }

        List<StatsSample> all = watch.since(Instant.EPOCH);
        assertEquals(FleetWatch.MOST, all.size());
        assertEquals(began.plus(FleetWatch.PERIOD), all.get(0).time());
        assertEquals(all.subList(358, 360), watch.since(all.get(357).time()));
    }

    @Test
    void aSilentRedisLeavesAGapAndNoMore() {
        watch.keep();
        silent = true;
        now = now.plus(FleetWatch.PERIOD);
        watch.keep();
        assertThrows(RuntimeException.class, () -> waiting(watch.now()));

        silent = false;
        now = now.plus(FleetWatch.PERIOD);
        watch.keep();
        assertEquals(2, watch.since(Instant.EPOCH).size());
    }

    @Test
    void theTimesOfTasksAreInTheSample() {
        watch.tasks().waits().add(12);

        StatsSample sample = watch.now().toCompletableFuture().join();
        assertEquals(new RecentTimes.Percentiles(12, 12), sample.waits().orElseThrow());
        assertEquals(true, sample.runs().isEmpty());
    }

    private static long waiting(CompletionStage<StatsSample> sample) {
        return sample.toCompletableFuture().join().fleet().numbers().queued();
    }

    /** Each read is told apart by how many wait. */
    private CompletionStage<FleetSnapshot> read() {
        reads++;
        if (silent) {
            throw new IllegalStateException("no Redis");
        }
        FleetStats numbers = new FleetStats(reads, 0, 0, 0, 0, 0, PoolFigures.NONE);
        return CompletableFuture.completedFuture(
                new FleetSnapshot(numbers, true, List.of(Duration.ofSeconds(3)), List.of()));
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
