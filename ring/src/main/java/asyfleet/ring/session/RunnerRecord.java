package asyfleet.ring.session;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The record of a runner: how its jobs went, and what follows from it. Nothing is judged before ten jobs are in. Then
 *
 * <ul>
 *   <li>under 60 % successes in all: {@link RunnerVerdict#OUT}, for good
 *   <li>more than two failures among the last ten, and jobs still out: {@link RunnerVerdict#HOLD} until those are in
 *   <li>otherwise {@link RunnerVerdict#ELIGIBLE}
 * </ul>
 *
 * So a runner on hold is judged again when it has brought everything back; if its last ten are still bad, it works its
 * way back one job at a time. Not safe for several threads; {@link RunnerRecords} guards it.
 */
final class RunnerRecord {

    enum RunnerVerdict {
        ELIGIBLE,
        HOLD,
        OUT
    }

    private static final int WINDOW = 10;
    private static final int TOLERATED_FAILURES = 2;
    private static final int LEAST_PERCENT = 60;

    private final Deque<Boolean> recent = new ArrayDeque<>();
    private long finished;
    private long successes;
    private boolean out;

    void record(boolean success) {
        finished++;
        successes += success ? 1 : 0;
        recent.addLast(success);
        if (recent.size() > WINDOW) {
            recent.removeFirst();
        }
        out |= finished >= WINDOW && successes * 100 < finished * LEAST_PERCENT;
    }

    /** @param running how many jobs the runner has now */
    RunnerVerdict judge(int running) {
        if (out) {
            return RunnerVerdict.OUT;
        }
        boolean suspicious = finished >= WINDOW && failures() > TOLERATED_FAILURES;
        return suspicious && running > 0 ? RunnerVerdict.HOLD : RunnerVerdict.ELIGIBLE;
    }

    private long failures() {
        return recent.stream().filter(success -> !success).count();
    }
}
