package asyfleet.lab.bench;

import asyfleet.lab.bench.all.AllBench;
import asyfleet.lab.bench.fleet.ClientsBench;
import asyfleet.lab.bench.fleet.FleetBench;
import asyfleet.lab.bench.fleet.LimiterBench;
import asyfleet.lab.bench.fleet.QueueBench;
import asyfleet.lab.bench.page.PageBench;
import asyfleet.lab.bench.render.EqualityBenchCommand;
import asyfleet.lab.bench.render.RenderBenchCommand;
import asyfleet.lab.bench.render.SolidsBenchCommand;
import asyfleet.lab.bench.scheduler.SchedulerBench;
import asyfleet.lab.bench.startup.StartupBench;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet bench}: the list of all benchmarks. */
@Command(
        name = "bench",
        description = "Measures a part of the product, or a whole fleet, on this machine.",
        footerHeading = "%nExamples:%n",
        footer = {"  asyfleet bench all --quick", "  asyfleet bench startup --rounds 15"})
public final class BenchCommand implements Runnable {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.",
            scope = CommandLine.ScopeType.INHERIT)
    private boolean help;

    @Spec
    private CommandSpec spec;

    private BenchCommand() {}

    /** The command with its benchmarks. */
    public static CommandLine create(PrintStream out) {
        return new CommandLine(new BenchCommand())
                .addSubcommand(new AllBench(out))
                .addSubcommand(new SchedulerBench())
                .addSubcommand(new RenderBenchCommand(out))
                .addSubcommand(new EqualityBenchCommand(out))
                .addSubcommand(new SolidsBenchCommand(out))
                .addSubcommand(new FleetBench(out))
                .addSubcommand(new ClientsBench(out))
                .addSubcommand(new LimiterBench(out))
                .addSubcommand(new QueueBench(out))
                .addSubcommand(new PageBench(out))
                .addSubcommand(new StartupBench(out));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which benchmark? It knows "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
