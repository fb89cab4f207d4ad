package asyfleet.queueserver.task;

/** The right of a caller to have one more task. It ends with the task, or is given back if the task does not begin. */
@FunctionalInterface
public interface Permit {

    /** The permit of a caller that needs none. */
    Permit NONE = () -> {};

    /** Any thread. */
    void giveBack();
}
