package asyfleet.redis.scheduler;

/** Slots run tasks that Redis had lost: a scheduler must read the fleet anew before it decides anything. */
public final class TasksBroughtBackException extends RuntimeException {

    TasksBroughtBackException() {
        super("Slots brought tasks back that Redis had lost");
    }
}
