package asyfleet.client.bench;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet bench}: the benchmarks that drive a whole fleet. */
@Command(name = "bench", description = "Starts a fleet on this machine and measures it.")
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
                .addSubcommand(new ClientsBench(out))
                .addSubcommand(new FleetBench(out))
                .addSubcommand(new LimiterBench(out))
                .addSubcommand(new QueueBench(out));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which benchmark? It knows clients, fleet, limiter and queue");
    }
}
