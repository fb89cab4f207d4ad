package asyfleet.backend.claim;

import asyfleet.backend.serve.TaskRun;
import asyfleet.redis.Claim;
import asyfleet.redis.PoolFigures;

/** What executes a task that a slot has claimed. */
@FunctionalInterface
public interface TaskRunner {

    /** Starts it, without blocking. The listener hears of its end in any case, unless this throws. */
    TaskRun start(Claim.Won task, TaskRun.Listener listener);

    /** What became of the processes that it kept ready, since it began. */
    default PoolFigures pool() {
        return PoolFigures.NONE;
    }
}
