package asyfleet.lab.chaos;

import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;

/**
 * A look at the fleet that is taken again and again, also after one that failed: an executor would stop at the first.
 * Used by one thread.
 */
final class RepeatedLook implements Runnable {

    private static final int MOST_FAILURES_TOLD = 10;

    private final Runnable look;
    private final RunHistory history;
    private int failures;

    RepeatedLook(Runnable look, RunHistory history) {
        this.look = look;
        this.history = history;
    }

    @Override
    public void run() {
        try {
            look.run();
        } catch (RuntimeException e) {
            if (++failures <= MOST_FAILURES_TOLD) {
                history.add(at -> new HistoryEvent.Remarked(at, "a look at the fleet failed: " + e));
            }
        }
    }
}
