package asyfleet.lab.load;

import java.util.concurrent.CompletionStage;

/** A way into a fleet. Safe for any thread. */
interface LoadDoor extends AutoCloseable {

    /** Each figure gets this time: the least that every fleet has by default. */
    int TIMEOUT_MILLIS = 3000;

    /** Completes with a value in any case. */
    CompletionStage<LoadAnswer> send(String source);

    @Override
    void close();
}
