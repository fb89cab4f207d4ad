package asyfleet.client.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asyfleet bench fleet}: what a fleet adds to the execution itself, beside {@code asy} by hand in the same run. */
@Command(name = "fleet", description = "Overhead, throughput and answers under load of a whole fleet.")
final class FleetBench implements Callable<Integer> {

    private static final Duration IDLE = Duration.ofSeconds(5);

    @Option(names = "--rounds", defaultValue = "30", description = "Figures of each kind (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--tasks", defaultValue = "100", description = "Tasks of the throughput run (${DEFAULT-VALUE}).")
    private int tasks;

    @Option(
            names = "--lib",
            description = "Directory with the jars of all services, if not where the build leaves them.")
    private Path libraries;

    private final PrintStream out;

    FleetBench(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Path jars = libraries == null ? LocalFleet.findLibraries() : libraries;
        printLine("asy by hand", new BareAsy().render(Figures.LABELLED, rounds));
        try (LocalFleet fleet = start(jars, 2);
                FleetProbe probe = new FleetProbe(fleet.queueServer(Map.of()).address())) {
            measureIdle(probe);
            measureThroughput(fleet, probe);
            printLine("quick figure, idle", probe.quick(rounds));
            printLine("quick figure, other slot in an endless loop", probe.quickBesideEndless(rounds));
        }
        try (LocalFleet fleet = start(jars, 1);
                FleetProbe probe = new FleetProbe(fleet.queueServer(Map.of()).address())) {
            printLine("client leaves, until the next task starts", probe.leave(rounds));
        }
        return 0;
    }

    private static LocalFleet start(Path jars, int slots) {
        LocalFleet fleet = LocalFleet.create(jars);
        fleet.scheduler();
        fleet.backend(slots);
        return fleet;
    }

    private void measureIdle(FleetProbe probe) {
        probe.labelled(5);
        FleetProbe.Split split = probe.labelled(rounds);
        printLine("through the fleet, idle", split.total());
        printLine("  the execution itself", split.execution());
        printLine("  overhead of the fleet", split.overhead());
    }

    /** What the fleet asks of Redis when it has nothing to do is not the tasks' to pay. */
    private void measureThroughput(LocalFleet fleet, FleetProbe probe) {
        CommandCount count = new CommandCount(fleet.redisPort());
        CommandCount.Rate idle = count.during(() -> LockSupport.parkNanos(IDLE.toNanos()));
        CommandCount.Rate busy = count.during(() -> probe.throughput(tasks));
        out.printf("%-46s %8.1f /s%n", "short tasks, 8 clients, 2 slots", tasks / busy.seconds());
        CommandCount.Rate own = busy.without(idle);
        out.printf("%-46s %8.1f%n", "Redis commands per task, inside scripts too", own.commands() / tasks);
        out.printf("%-46s %8.1f%n", "Redis reads from the network per task", own.reads() / tasks);
        out.printf("%-46s %8.1f /s%n", "Redis commands of the idle fleet", idle.commands() / idle.seconds());
    }

    private void printLine(String what, Samples samples) {
        out.printf("%-46s %s%n", what, samples);
    }
}
