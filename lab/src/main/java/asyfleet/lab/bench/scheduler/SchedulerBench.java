package asyfleet.lab.bench.scheduler;

import asyfleet.lab.plain.PlainRules;
import asyfleet.lab.plain.PlainScheduler;
import asyfleet.lab.report.Samples;
import asyfleet.lab.report.TextTable;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.estimate.Estimator;
import asyfleet.scheduler.estimate.Experience;
import asyfleet.scheduler.estimate.Forecast;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code asyfleet bench scheduler}: decisions per second, next to a scheduler that scans lists, and the time of estimates. */
@Command(
        name = "scheduler",
        description = "Measures decisions per second and the time that estimates take, on one core.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench scheduler")
public final class SchedulerBench implements Callable<Integer> {

    private static final int ESTIMATE_ROUNDS = 20;
    private static final int MOST_ESTIMATED = 10_000;
    private static final PlainRules RULES = new PlainRules(50, 25, Integer.MAX_VALUE, Long.MAX_VALUE);

    @Option(names = "--backends", defaultValue = "10000", description = "Number of backends (${DEFAULT-VALUE}).")
    private int backends;

    @Option(
            names = "--waiting",
            defaultValue = "1000,10000,100000",
            split = ",",
            description = "Numbers of waiting tasks (${DEFAULT-VALUE}).")
    private List<Integer> waiting;

    @Option(names = "--seconds", defaultValue = "3", description = "Length of one measurement (${DEFAULT-VALUE}).")
    private int seconds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%d backends, all busy; one decision is one dispatch with its arrival and end.%nTimes are of the processor, on one core.%n%n",
                backends);
        out.println(decisions());
        out.printf("Estimates for all waiting tasks, median of %d.%n%n", ESTIMATE_ROUNDS);
        out.print(estimates());
        out.flush();
        return 0;
    }

    private TextTable decisions() {
        TextTable table =
                new TextTable("waiting", "decisions/s", "µs each", "growth", "log n", "list scan/s", "times faster");
        double first = 0;
        for (int count : waiting) {
            Snapshot full = fill(backends, count);
            double core = measureCore(full);
            double plain = measurePlain(full);
            first = first == 0 ? core : first;
            double log = Math.log(count) / Math.log(waiting.get(0));
            table.row(
                    Integer.toString(count),
                    String.format(Locale.ROOT, "%,.0f", core),
                    number(1e6 / core),
                    number(first / core),
                    number(log),
                    number(plain),
                    String.format(Locale.ROOT, "%,.0f", core / plain));
        }
        return table;
    }

    private TextTable estimates() {
        TextTable table = new TextTable("backends", "waiting", "ms");
        int most = Math.min(MOST_ESTIMATED, Collections.max(waiting));
        for (int fleet : new int[] {32, 1_000, backends}) {
            Snapshot full = fill(fleet, most);
            table.row(Integer.toString(fleet), Integer.toString(full.waiting().size()), number(estimateMillis(full)));
        }
        return table;
    }

    private static Snapshot fill(int backends, int waiting) {
        BusyFleet fleet = new BusyFleet(RULES.forCore().levels());
        DecisionCore core = new DecisionCore(RULES.forCore(), new Random(2)::nextInt, fleet);
        core.backends(backends, 0);
        while (core.waiting() < waiting) {
            fleet.arrive(measured(core));
        }
        return core.snapshot();
    }

    private double measureCore(Snapshot full) {
        BusyFleet fleet = new BusyFleet(RULES.forCore().levels());
        DecisionCore core = new DecisionCore(RULES.forCore(), new Random(2)::nextInt, fleet);
        core.resume(full);
        fleet.resume(full);
        fleet.run(measured(core), Duration.ofSeconds(seconds));
        return fleet.run(measured(core), Duration.ofSeconds(seconds));
    }

    private double measurePlain(Snapshot full) {
        BusyFleet fleet = new BusyFleet(RULES.forCore().levels());
        Random random = new Random(2);
        PlainScheduler plain =
                new PlainScheduler(RULES, candidates -> candidates.get(random.nextInt(candidates.size())), fleet);
        plain.resume(full);
        fleet.resume(full);
        fleet.run(measured(plain), Duration.ofSeconds(seconds));
        return fleet.run(measured(plain), Duration.ofSeconds(seconds));
    }

    private static double estimateMillis(Snapshot full) {
        Estimator estimator = new Estimator(RULES.forCore(), new Order(Duration.ofSeconds(60)));
        Forecast forecast = new Experience(RULES.forCore().levels()).forecast(0);
        Samples millis = new Samples();
        for (int i = 0; i < 2 * ESTIMATE_ROUNDS; i++) {
            long start = BusyFleet.cpuNanos();
            estimator.estimate(full, forecast, full.waiting().size());
            if (i >= ESTIMATE_ROUNDS) {
                millis.add((BusyFleet.cpuNanos() - start) / 1e6);
            }
        }
        return millis.quantile(0.5);
    }

    private static BusyFleet.MeasuredScheduler measured(DecisionCore core) {
        return new BusyFleet.MeasuredScheduler() {
            @Override
            public void arrive(Task task) {
                core.arrive(task);
            }

            @Override
            public void end(String id, long now) {
                core.end(id, now);
            }
        };
    }

    private static BusyFleet.MeasuredScheduler measured(PlainScheduler plain) {
        return new BusyFleet.MeasuredScheduler() {
            @Override
            public void arrive(Task task) {
                plain.arrive(task);
            }

            @Override
            public void end(String id, long now) {
                plain.end(id);
            }
        };
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
