package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;

/** A client that sends one task, and tells the history of it until it has ended, is lost or given up. */
@FunctionalInterface
public interface TaskClient {

    /** Returns when there is no more to see. */
    void run(ChaosFigure figure) throws InterruptedException;
}
