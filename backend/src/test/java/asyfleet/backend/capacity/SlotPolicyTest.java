package asyfleet.backend.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotPolicyTest {

    private static final long GIB = 1L << 30;
    private final SlotPolicy policy = new SlotPolicy(4);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // what                                          | pressure | available of 8 GiB | slots | busy | decided
        "an idle machine gives its slots back,             0.00,      6.0,                 2,      0,     3",
        "up to one for each processor,                     0.00,      6.0,                 4,      0,     4",
        "and beyond that only if all are busy,             0.00,      6.0,                 4,      4,     5",
        "but not if one is free,                           0.00,      6.0,                 5,      4,     5",
        "never more than twice the processors,             0.00,      6.0,                 8,      8,     8",
        "a shortage of processors takes one slot,          0.80,      6.0,                 4,      4,     3",
        "never the last,                                   0.80,      6.0,                 1,      1,     1",
        "a shortage of memory takes half of them,          0.00,      0.5,                 8,      8,     4",
        "also never the last,                              0.00,      0.5,                 1,      1,     1",
        "neither short nor ample changes nothing,          0.40,      6.0,                 2,      2,     2",
        "nor does memory that is neither,                  0.00,      1.5,                 2,      2,     2",
        "what was set beyond the most is cut to it,        0.40,      6.0,                 9,      0,     8",
    })
    void theNumberOfSlotsFollowsTheLoad(
            String what, double pressure, double available, int slots, int busy, int decided) {
        assertEquals(decided, policy.decide(load(pressure, available), slots, busy), what);
    }

    @Test
    void aSmallMachineGetsNoSlotThatItsMemoryCannotHold() {
        MachineLoad small = new MachineLoad(0, 150L << 20, 512L << 20);

        assertEquals(1, policy.decide(small, 1, 1));
    }

    @Test
    void whateverTheLoadThereIsAlwaysASlotAndNeverMoreThanTheMost() {
        Seeds.forEach(200, random -> {
            int slots = 1;
            for (int step = 0; step < 100; step++) {
                slots = policy.decide(
                        load(random.nextDouble(), random.nextDouble() * 8), slots, random.nextInt(slots + 1));
                assertTrue(slots >= 1 && slots <= policy.most(), "slots=" + slots);
            }
        });
    }

    private static MachineLoad load(double pressure, double availableGib) {
        return new MachineLoad(pressure, (long) (availableGib * GIB), 8 * GIB);
    }
}
