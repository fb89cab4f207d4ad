package asyfleet.lab.bench.fleet;

import asyfleet.lab.report.Samples;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asyfleet bench fleet}: what a fleet adds to the execution itself, beside {@code asy} by hand in the same run. */
@Command(
        name = "fleet",
        description = "Overhead, throughput and answers under load of a whole fleet.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench fleet")
public final class FleetBench implements Callable<Integer> {

    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final int SLOTS = 2;

    /** Not measured: they load classes, and what they take says more about the disk than about the fleet. */
    private static final int FIRST = 5;

    @Option(names = "--rounds", defaultValue = "30", description = "Figures of each kind (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--tasks",
            defaultValue = "1000",
            description = "Figures of the run with many clients, which also warms up the fleet (${DEFAULT-VALUE}).")
    private int tasks;

    private final PrintStream out;

    public FleetBench(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        printLine("labelled figure, asy by hand", BareAsy.draw(Figures.LABELLED, rounds));
        try (LocalFleet fleet = LocalFleet.create();
                FleetProbe probe = start(fleet, SLOTS)) {
            probe.labelled(FIRST);
            printSplit("just started", probe.labelled(rounds));
            measureCrowd(fleet, probe);
            printSplit("warm", probe.labelled(rounds));
            printLine("quick figure, asy by hand", BareAsy.draw(Figures.SHORT, rounds));
            printLine("  beside an endless loop", BareAsy.drawBesideEndless(Figures.SHORT, rounds));
            printLine("quick figure, through the fleet", probe.quick(rounds));
            printLine("  other slot in an endless loop", probe.quickBesideEndless(rounds));
        }
        try (LocalFleet fleet = LocalFleet.create();
                FleetProbe probe = start(fleet, 1)) {
            printLine("client leaves, until the next task starts", probe.leave(rounds));
        }
        return 0;
    }

    private static FleetProbe start(LocalFleet fleet, int slots) {
        fleet.scheduler();
        fleet.backend(slots);
        return new FleetProbe(fleet.queueServer(Map.of()).address());
    }

    private void printSplit(String when, FleetProbe.Split split) {
        printLine("labelled figure, fleet " + when, split.total());
        printLine("  the execution itself", split.execution());
        printLine("  overhead of the fleet", split.overhead());
    }

    /** Measures a crowd of tasks, without the commands that an idle fleet sends as well. */
    private void measureCrowd(LocalFleet fleet, FleetProbe probe) {
        CommandCount count = new CommandCount(fleet.redisPort());
        CommandCount.Rate idle = count.during(() -> LockSupport.parkNanos(IDLE.toNanos()));
        Samples[] answers = new Samples[1];
        CommandCount.Rate busy = count.during(() -> answers[0] = probe.crowd(tasks));
        printLine("%d clients, %d slots, each answer".formatted(FleetProbe.CLIENTS, SLOTS), answers[0]);
        CommandCount.Rate own = busy.without(idle);
        out.printf("%-46s %12.1f /s%n", "  all together", tasks / busy.seconds());
        out.printf("%-46s %12.1f%n", "  Redis commands per task, inside scripts too", own.commands() / tasks);
        out.printf("%-46s %12.1f%n", "  Redis reads from the network per task", own.reads() / tasks);
        out.printf("%-46s %12.1f /s%n", "  Redis commands of the idle fleet", idle.commands() / idle.seconds());
    }

    private void printLine(String what, Samples samples) {
        out.printf("%-46s %s%n", what, samples);
    }
}
