package asyfleet.ring.run;

import asyfleet.backend.capacity.Machine;
import asyfleet.backend.capacity.MachineLoad;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A gate that holds new jobs back while the machine has little memory left. Shared by all workers; has no state of its
 * own.
 */
final class MemoryGate {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final long least;
    private final LongSupplier available;

    /** @param least bytes that must be left; 0 lets every job through */
    MemoryGate(long least, LongSupplier available) {
        this.least = least;
        this.available = available;
    }

    /** Where the system does not tell, every job is let through. */
    static MemoryGate ofThisMachine(long least) {
        Machine machine = Machine.thisOne();
        return new MemoryGate(
                least, () -> machine.measure().map(MachineLoad::availableBytes).orElse(Long.MAX_VALUE));
    }

    void awaitRoom(MasterStop stop) throws InterruptedException {
        while (least > 0 && available.getAsLong() < least && !stop.isRaised()) {
            stop.pause(LOOK_EVERY, () -> false);
        }
    }
}
