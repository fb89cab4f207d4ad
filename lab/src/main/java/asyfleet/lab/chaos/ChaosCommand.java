package asyfleet.lab.chaos;

import asyfleet.config.HelpOption;
import asyfleet.config.ValueType;
import asyfleet.lab.chaos.fleet.FleetLayout;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.RunHistory;
import asyfleet.lab.chaos.report.ChaosReport;
import asyfleet.lab.chaos.report.ReportFiles;
import asyfleet.lab.chaos.report.TextReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet chaos}: breaks a fleet of its own while clients use it. */
@Command(
        name = "chaos",
        description = {
            "Starts a whole fleet on this machine, breaks it on purpose while clients of every kind use it, "
                    + "and checks what each of them saw."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise held",
            "1:a promise was broken",
            "2:the command line is wrong",
            "3:the fleet could not be started"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet chaos --minutes 2",
            "  asyfleet chaos --minutes 10 --seed 7 --faults kill-backend,stop-redis",
            "  asyfleet chaos --minutes 60 --load 80 --every 10s",
            "  asyfleet chaos --judge target/chaos/history.jsonl --seed 7",
            "  asyfleet chaos --list-faults"
        })
public final class ChaosCommand implements Callable<Integer> {

    private static final double LEAST_MINUTES = 0.2;
    private static final double MOST_MINUTES = 24 * 60;

    @Mixin
    private HelpOption help;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "10",
            description = "How long the fleet is broken (${DEFAULT-VALUE}).")
    private double minutes;

    @Option(
            names = "--every",
            paramLabel = "D",
            description = {
                "A soak: a fault begins this often, as in 10s, also while others last. "
                        + "Without it each begins when the fleet is whole again."
            })
    private String every;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The plan of faults and the order of tasks follow from it (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--load",
            paramLabel = "N",
            defaultValue = "80",
            description = "Percent of the slots that should be busy (${DEFAULT-VALUE}).")
    private int load;

    @Option(
            names = "--faults",
            paramLabel = "LIST",
            split = ",",
            description = "Only these, separated by commas; --list-faults names them. A - in front leaves one out.")
    private List<String> faults = List.of();

    @Option(names = "--list-faults", description = "List all faults and exit.")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/chaos",
            description = "Directory for the reports, the history and the logs (${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--judge",
            paramLabel = "FILE",
            description = "Break nothing: judge this history of an earlier run (history.jsonl) again.")
    private Path stored;

    @Spec
    private CommandSpec spec;

    private final PrintStream out;

    public ChaosCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (list) {
            Arrays.stream(FaultKind.values()).forEach(kind -> out.printf("%-22s %s%n", kind.option(), kind.title()));
            return 0;
        }
        ChaosReport report = stored == null ? new ChaosRun(settings(), out).run() : judgeStored();
        out.println(new TextReport(report));
        ReportFiles.write(report, directory);
        out.printf("%nreports: %s, report.json, plots.svg%n", directory.resolve("report.html"));
        return report.violations().isEmpty() ? 0 : 1;
    }

    private ChaosReport judgeStored() throws IOException {
        try {
            Files.createDirectories(directory);
            return ChaosRun.judge(seed, load, RunHistory.read(stored));
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--judge: " + e.getMessage(), e);
        }
    }

    ChaosSettings settings() {
        check(minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES, "--minutes", minutes, "from 0.2 to 1440");
        check(load >= 1 && load <= 100, "--load", load, "from 1 to 100");
        Set<FaultKind> chosen = chosenFaults();
        return new ChaosSettings(
                Duration.ofMillis((long) (minutes * 60_000)), every(), seed, load, chosen, layouts(chosen), directory);
    }

    private Optional<Duration> every() {
        try {
            return Optional.ofNullable(every).map(ValueType.duration().parse());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--every is " + every + "; " + e.getMessage(), e);
        }
    }

    private void check(boolean right, String option, Object value, String expected) {
        if (!right) {
            throw new ParameterException(
                    spec.commandLine(), option + " is " + value + "; expected a number " + expected);
        }
    }

    /** All, or those that are named, without those that are left out. */
    private Set<FaultKind> chosenFaults() {
        Set<FaultKind> named = faults.stream()
                .filter(name -> !name.startsWith("-"))
                .map(this::fault)
                .collect(Collectors.toSet());
        Set<FaultKind> chosen = named.isEmpty() ? usual() : EnumSet.copyOf(named);
        faults.stream()
                .filter(name -> name.startsWith("-"))
                .map(name -> fault(name.substring(1)))
                .forEach(chosen::remove);
        return chosen;
    }

    /** In a soak one fleet has the whole time: what grows shows only then. */
    private Set<FaultKind> usual() {
        if (every == null) {
            return EnumSet.allOf(FaultKind.class);
        }
        out.printf(
                "left out: %s (it needs a second fleet; a soak has it if --faults names it)%n",
                FaultKind.REDIS_FAILOVER.option());
        return EnumSet.complementOf(EnumSet.of(FaultKind.REDIS_FAILOVER));
    }

    private FaultKind fault(String name) {
        return FaultKind.ofOption(name)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--faults: there is no fault '" + name + "'; --list-faults names them all"));
    }

    /** A failover needs Sentinels, and most other faults a Redis without them. */
    private static List<FleetLayout> layouts(Set<FaultKind> chosen) {
        List<FleetLayout> layouts = new ArrayList<>();
        if (!chosen.equals(EnumSet.of(FaultKind.REDIS_FAILOVER))) {
            layouts.add(FleetLayout.USUAL);
        }
        if (chosen.contains(FaultKind.REDIS_FAILOVER)) {
            layouts.add(FleetLayout.WITH_SENTINEL);
        }
        return layouts;
    }
}
