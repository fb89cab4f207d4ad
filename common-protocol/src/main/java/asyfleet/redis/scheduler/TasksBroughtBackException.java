package asyfleet.redis.scheduler;

/**
 * The refusal to take events because slots run tasks that Redis had lost. The scheduler must read the fleet anew before
 * it decides anything.
 */
public final class TasksBroughtBackException extends RuntimeException {

    TasksBroughtBackException() {
        super("Slots brought tasks back that Redis had lost");
    }
}
