package asyfleet.lab.chaos.load;

/** A client that sends one task, and tells the history of it until it has ended, is lost or given up. */
@FunctionalInterface
interface TaskClient {

    /** Returns when there is no more to see. */
    void run(ChaosFigure figure) throws InterruptedException;
}
