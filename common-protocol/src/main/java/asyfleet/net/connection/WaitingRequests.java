package asyfleet.net.connection;

import asyfleet.net.bounds.ReadSwitch;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The requests of one connection that wait for their turn, in order. Nothing more is read while one waits, so what waits
 * is bounded by one read of the socket. Confined to the connection's event loop.
 */
final class WaitingRequests {

    private final ReadSwitch reading;
    private final Queue<Incoming> waiting = new ArrayDeque<>();
    private boolean handingOut;

    WaitingRequests(ReadSwitch reading) {
        this.reading = reading;
    }

    void add(Incoming incoming) {
        waiting.add(incoming);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /**
     * Hands out requests for as long as the connection is free. A loop, not a recursion from answer to next request: a
     * client may pipeline many that are answered at once. A call from within {@code next} does nothing, because the loop
     * goes on.
     */
    void handOut(BooleanSupplier free, Consumer<Incoming> next) {
        if (handingOut) {
            return;
        }
        handingOut = true;
        while (!waiting.isEmpty() && free.getAsBoolean()) {
            next.accept(waiting.remove());
        }
        handingOut = false;
        reading.set(ReadSwitch.Hold.TURN, !waiting.isEmpty());
    }

    /** None of them will have a turn. */
    void clear() {
        waiting.clear();
    }
}
