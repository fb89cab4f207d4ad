package asyfleet.net.bounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingBytesTest {

    private static final long MIB = 1 << 20;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final List<String> dropped = new ArrayList<>();
    private long now;
    private final WaitingBytes bytes = new WaitingBytes(40 * MIB, () -> now, registry);

    private WaitingBytes.Holder reader(String name) {
        return bytes.reader(() -> dropped.add(name));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void largeAnswersMayHaveThreeQuartersAndSmallOnesTheRest() {
        assertTrue(reader("a").take(20 * MIB));
        assertTrue(reader("b").take(10 * MIB));

        assertFalse(reader("c").take(2 * MIB), "large");
        WaitingBytes.Holder small = reader("d");
        assertTrue(small.take(WaitingBytes.LITTLE));
        assertFalse(small.take(1), "one that grows is large in the end");
        assertEquals(30 * MIB + WaitingBytes.LITTLE, bytes.waiting());
    }

    @Test
    void nobodyIsDroppedWhoHasOnlyJustFallenBehind() {
        reader("fast").take(30 * MIB);
        pass(WaitingBytes.PATIENCE.minusMillis(1));

        assertFalse(reader("next").take(10 * MIB));
        assertEquals(List.of(), dropped);
    }

    @Test
    void theReaderThatHoldsTheMostForTheLongestIsDroppedForOthers() {
        reader("small and slow").take(MIB);
        pass(Duration.ofSeconds(10));
        reader("large and slow").take(20 * MIB);
        pass(Duration.ofSeconds(5));
        reader("large and fast").take(9 * MIB);

        assertTrue(reader("next").take(15 * MIB));
        assertEquals(List.of("large and slow"), dropped);
        assertEquals(25 * MIB, bytes.waiting());
    }

    @Test
    void nobodyIsDroppedForAnAnswerThatDoesNotFitAnyway() {
        reader("slow").take(5 * MIB);
        bytes.gatherer().take(10 * MIB);
        pass(Duration.ofMinutes(1));

        assertFalse(reader("next").take(21 * MIB));
        assertEquals(List.of(), dropped);
    }

    @Test
    void whatIsGatheredIsNeverDropped() {
        bytes.gatherer().take(30 * MIB);
        pass(Duration.ofMinutes(1));

        assertFalse(reader("next").take(10 * MIB));
        assertEquals(List.of(), dropped);
    }

    @Test
    void aSlowReaderThatNeedsMoreIsItselfDropped() {
        WaitingBytes.Holder slow = reader("slow");
        slow.take(25 * MIB);
        pass(Duration.ofMinutes(1));

        assertFalse(slow.take(10 * MIB));
        assertEquals(List.of("slow"), dropped);
        assertEquals(0, bytes.waiting());
    }

    @Test
    void whoWasDroppedHasNothingToGiveBackAndGetsNoMore() {
        WaitingBytes.Holder slow = reader("slow");
        slow.take(25 * MIB);
        pass(Duration.ofMinutes(1));
        reader("next").take(20 * MIB);

        slow.giveBack(25 * MIB);
        assertFalse(slow.take(1));
        assertEquals(20 * MIB, bytes.waiting());
    }

    @Test
    void aReaderThatCatchesUpStartsAnew() {
        WaitingBytes.Holder reader = reader("reader");
        reader.take(20 * MIB);
        pass(Duration.ofMinutes(1));
        reader.giveBack(20 * MIB);
        reader.take(20 * MIB);

        assertFalse(reader("next").take(20 * MIB));
        assertEquals(List.of(), dropped);
    }

    @Test
    void theBytesThatWaitAndTheDropsAreCounted() {
        reader("slow").take(30 * MIB);
        pass(Duration.ofMinutes(1));
        reader("next").take(5 * MIB);
        reader("refused").take(50 * MIB);

        assertEquals(5 * MIB, value("asyfleet_waiting_bytes"));
        assertEquals(1, value("asyfleet_slow_readers_dropped"));
        assertEquals(1, value("asyfleet_answers_refused"));
    }

    private double value(String metric) {
        DataPointSnapshot point =
                registry.scrape(metric::equals).get(0).getDataPoints().get(0);
        return point instanceof GaugeDataPointSnapshot gauge
                ? gauge.getValue()
                : ((CounterDataPointSnapshot) point).getValue();
    }
}
