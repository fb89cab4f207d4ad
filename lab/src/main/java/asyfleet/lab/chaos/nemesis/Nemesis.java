package asyfleet.lab.chaos.nemesis;

import asyfleet.config.StartFailure;
import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.lab.chaos.fleet.FleetMeter;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.WholeAgain;
import asyfleet.lab.chaos.history.RunHistory;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The part that breaks the fleet: carries out a plan, one step after the other. Each fault is over and the fleet whole again
 * before the next, so that what happens has one cause. In a soak they overlap, and each has a thread of its own. Used by one
 * thread otherwise.
 */
public final class Nemesis {

    private static final Duration RECOVERY_LIMIT = WholeAgain.LIMIT;
    private static final Duration HEAL_AGAIN = Duration.ofSeconds(1);
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
            carryOut(step, firstNumber + step.number() - 1, fault -> meter::isWhole);
        }
    }

    /**
     * Begins a step every so often, whatever became of those before it, and ends when all are over.
     *
     * @param firstNumber of the first fault, where there were others before
     * @param end in seconds of the history
     */
    public void soak(FaultPlan plan, Duration every, int firstNumber, double end) throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> begun = new ArrayList<>();
        double begin = history.seconds();
        try {
            for (FaultStep step : plan.steps()) {
                double due = begin + step.number() * every.toMillis() / 1e3;
                if (due + step.lasts().toSeconds() > end || history.isFull()) {
                    break;
                }
                Thread.sleep(Math.max(0, (long) (1000 * (due - history.seconds()))));
                begun.add(threads.submit(() -> {
                    carryOut(step, firstNumber + step.number() - 1, this::returned);
                    return null;
                }));
            }
            for (Future<?> fault : begun) {
                awaitEnd(fault);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void awaitEnd(Future<?> fault) throws InterruptedException {
        try {
            fault.get();
        } catch (ExecutionException e) {
            e.getCause().printStackTrace(out);
            history.add(at -> new HistoryEvent.Unproven(at, "a fault was not carried out to its end: " + e.getCause()));
        }
    }

    /** Whether each that the fault struck was ready once since it was over: while others last, hardly ever all at once. */
    private BooleanSupplier returned(FleetFault fault) {
        Set<String> missing = new HashSet<>(meter.members(fault.target()));
        return () -> {
            missing.removeIf(meter::isReady);
            return missing.isEmpty();
        };
    }

    /** @param recovery whether the fleet has got over a fault that is healed */
    private void carryOut(FaultStep step, int number, Function<FleetFault, BooleanSupplier> recovery)
            throws InterruptedException {
        Optional<FleetFault> planned = plan(step, number);
        if (planned.isEmpty()) {
            return;
        }
        FleetFault fault = planned.get();
        history.add(at -> new HistoryEvent.Struck(at, number, step.kind(), fault.target()));
        say("%s (%s)", step.kind().option(), fault.target());
        double struck = history.seconds();
        fault.tryStrike().ifPresent(why -> {
            history.add(at -> new HistoryEvent.Failed(at, number, why));
            say("  could not be made: %s", why);
        });
        Thread.sleep(step.lasts().toMillis());
        fault.heal(RECOVERY_LIMIT, HEAL_AGAIN, why -> say("  not healed yet: %s", why));
        history.add(at -> new HistoryEvent.Healed(at, number));
        double healed = history.seconds();
        if (await(recovery.apply(fault))) {
            history.add(at -> new HistoryEvent.WholeAgain(at, number));
            say(
                    "  %s lasted %.1f s, whole again %.1f s later",
                    step.kind().option(), healed - struck, history.seconds() - healed);
        } else {
            say(
                    "  %s lasted %.1f s, NOT whole again within %d s",
                    step.kind().option(), healed - struck, RECOVERY_LIMIT.toSeconds());
        }
    }

    /** Empty if its target is just gone, by another fault, or a replica could not take over. */
    private Optional<FleetFault> plan(FaultStep step, int number) {
        try {
            return Optional.of(faults.of(step));
        } catch (StartFailure e) {
            String text = number + ". " + step.kind().option() + " is left out: " + e.getMessage();
            say("%s", text);
            history.add(at -> new HistoryEvent.Remarked(at, text));
            return Optional.empty();
        }
    }

    /** Whether all processes are ready and all slots count, within a limit. */
    public boolean awaitWhole() throws InterruptedException {
        return await(meter::isWhole);
    }

    private static boolean await(BooleanSupplier wanted) throws InterruptedException {
        long deadline = System.nanoTime() + RECOVERY_LIMIT.toNanos();
        while (!wanted.getAsBoolean()) {
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
