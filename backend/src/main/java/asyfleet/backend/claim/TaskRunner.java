package asyfleet.backend.claim;

import asyfleet.backend.execute.Execution;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.schema.PoolFigures;
import java.util.Optional;

/** An executor of claimed tasks: slots of this process, or runners of the ring. */
@FunctionalInterface
public interface TaskRunner {

    /** Starts it, without blocking. The listener hears of its end in any case, unless this throws. */
    Execution start(Claim.Won task, Execution.Listener listener);

    /** How many tasks it could start now; slots beyond that wait. Those whose claim is under way are not known here. */
    default int room() {
        return Integer.MAX_VALUE;
    }

    /** Whether interactive tasks run here, too. */
    default boolean runsShells() {
        return true;
    }

    /** The fingerprint of the programs that it runs, another one for another version; empty while it is unknown. */
    default Optional<String> tools() {
        return Optional.empty();
    }

    /** How often it had to go on without something of a task that did not end. Any thread. */
    default long givenUp() {
        return 0;
    }

    /** The counts of the processes that it kept ready, since it began. */
    default PoolFigures pool() {
        return PoolFigures.NONE;
    }
}
