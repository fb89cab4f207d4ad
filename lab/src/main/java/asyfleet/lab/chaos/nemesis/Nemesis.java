package asyfleet.lab.chaos.nemesis;

import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.lab.chaos.fleet.FleetMeter;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The part that breaks the fleet: carries out a plan, one step after the other. Each fault is over and the fleet whole again
 * before the next, so that what happens has one cause. Used by one thread.
 */
public final class Nemesis {

    private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(180);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final FleetMeter meter;
    private final FleetFaults faults;
    private final RunHistory history;
    private final PrintStream out;

    public Nemesis(ChaosFleet fleet, RunHistory history, PrintStream out) {
        this.meter = new FleetMeter(fleet);
        this.faults = new FleetFaults(fleet);
        this.history = history;
        this.out = out;
    }

    /** Why the fleet cannot have this fault; empty if it can. */
    public Optional<String> obstacle(FaultKind kind) {
        return faults.obstacle(kind);
    }

    /**
     * Carries out the steps, and begins none after the end.
     *
     * @param firstNumber of the first fault, where there were others before
     * @param end in seconds of the history
     */
    public void carryOut(FaultPlan plan, int firstNumber, double end) throws InterruptedException {
        for (FaultStep step : plan.steps()) {
            double begins = history.seconds() + step.pause().toMillis() / 1e3;
            if (begins + step.lasts().toSeconds() > end || history.isFull()) {
                return;
            }
            Thread.sleep(step.pause().toMillis());
            carryOut(step, firstNumber + step.number() - 1);
        }
    }

    private void carryOut(FaultStep step, int number) throws InterruptedException {
        FleetFault fault = faults.of(step);
        history.add(at -> new HistoryEvent.Struck(at, number, step.kind(), fault.target()));
        say("%s (%s)", step.kind().option(), fault.target());
        double struck = history.seconds();
        act(fault.strike());
        Thread.sleep(step.lasts().toMillis());
        act(fault.heal());
        history.add(at -> new HistoryEvent.Healed(at, number));
        double healed = history.seconds();
        if (awaitWhole()) {
            history.add(at -> new HistoryEvent.WholeAgain(at, number));
            say("  lasted %.1f s, whole again %.1f s later", healed - struck, history.seconds() - healed);
        } else {
            say("  lasted %.1f s, NOT whole again within %d s", healed - struck, RECOVERY_LIMIT.toSeconds());
        }
    }

    /** A fault that could not be made is no reason to end the run; the plan goes on, and the report shows no harm. */
    private void act(FleetFault.Act act) throws InterruptedException {
        try {
            act.carryOut();
        } catch (IOException e) {
            say("  failed: %s", e);
        }
    }

    /** Whether all processes are ready and all slots count, within a limit. */
    public boolean awaitWhole() throws InterruptedException {
        long deadline = System.nanoTime() + RECOVERY_LIMIT.toNanos();
        while (!meter.isWhole()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(LOOK.toMillis());
        }
        return true;
    }

    private void say(String text, Object... values) {
        int seconds = (int) history.seconds();
        out.printf(Locale.ROOT, "%4d:%02d  %s%n", seconds / 60, seconds % 60, String.format(Locale.ROOT, text, values));
    }
}
