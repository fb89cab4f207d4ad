package asyfleet.lab.simulate;

import asyfleet.config.HelpOption;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet simulate}: waits and the error of the estimates under load, on virtual time. */
@Command(
        name = "simulate",
        description = "Runs the scheduler under load on virtual time; prints waits and the error of estimates.",
        footerHeading = "%nExamples:%n",
        footer = {"  asyfleet simulate", "  asyfleet simulate --backends 64"})
public final class SimulateCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Option(names = "--backends", defaultValue = "32", description = "Number of backends (${DEFAULT-VALUE}).")
    private int backends;

    @Option(
            names = "--load",
            defaultValue = "50,80,95",
            split = ",",
            description = "Loads in percent: what is owed to tasks of what backends can do (${DEFAULT-VALUE}).")
    private List<Integer> loads;

    @Option(
            names = "--levels",
            defaultValue = "3s=100%,10s=50%,30s=25%",
            description = "The series of levels (${DEFAULT-VALUE}).")
    private String levels;

    @Option(
            names = "--live",
            defaultValue = "100",
            description = "Percent of tasks from live clients; the others have lower priorities (${DEFAULT-VALUE}).")
    private int livePercent;

    @Option(names = "--minutes", defaultValue = "120", description = "Length in virtual minutes (${DEFAULT-VALUE}).")
    private int minutes;

    @Option(names = "--seed", defaultValue = "1", description = "The same seed, the same tasks (${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--plot", paramLabel = "FILE", description = "Also writes a plot as SVG.")
    private Path plot;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Scenario scenario = scenario();
        List<SimulationResult> results = loads.parallelStream()
                .map(load -> Simulation.run(scenario.withLoad(load / 100.0)))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        out.print(SimulationReport.of(results));
        if (plot != null) {
            Files.writeString(plot, Plot.of(results));
            out.println("\nPlot written to " + plot);
        }
        out.flush();
        return 0;
    }

    private Scenario scenario() {
        check(backends >= 1, "--backends is " + backends + ", expected at least 1");
        check(minutes >= 1, "--minutes is " + minutes + ", expected at least 1");
        check(livePercent >= 0 && livePercent <= 100, "--live is " + livePercent + ", expected 0 to 100");
        check(loads.stream().allMatch(load -> load >= 1), "--load is " + loads + ", expected at least 1 each");
        SchedulingRules rules = new SchedulingRules(
                parseLevels(), SchedulingRules.DEFAULT.maxWaiting(), SchedulingRules.DEFAULT.queueTimeout());
        return new Scenario(rules, backends, 0, livePercent, Duration.ofMinutes(minutes), seed);
    }

    private Levels parseLevels() {
        try {
            return Levels.parse(levels);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--levels: " + e.getMessage(), e);
        }
    }

    private void check(boolean holds, String mistake) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), mistake);
        }
    }
}
