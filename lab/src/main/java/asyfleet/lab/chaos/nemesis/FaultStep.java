package asyfleet.lab.chaos.nemesis;

import asyfleet.lab.chaos.history.FaultKind;
import java.time.Duration;
import java.util.Locale;

/**
 * One step of a plan.
 *
 * @param pause from the recovery of the step before to this one
 * @param choice picks the target among those that there are
 * @param lasts how long the fault stays, for those that do not heal by themselves
 */
public record FaultStep(int number, FaultKind kind, Duration pause, int choice, Duration lasts) {

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%4d. after %.1f s: %s, target %d, %.1f s",
                number,
                pause.toMillis() / 1e3,
                kind.option(),
                choice,
                lasts.toMillis() / 1e3);
    }
}
