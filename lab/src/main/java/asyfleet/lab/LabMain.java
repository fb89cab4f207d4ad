package asyfleet.lab;

import asyfleet.client.command.UserStreams;
import asyfleet.config.CommandProgram;
import asyfleet.lab.attack.AttackCommand;
import asyfleet.lab.bench.BenchCommand;
import asyfleet.lab.chaos.ChaosCommand;
import asyfleet.lab.conformance.ConformanceCommand;
import asyfleet.lab.load.LoadCommand;
import asyfleet.lab.model.ModelCommand;
import asyfleet.lab.mutate.MutateCommand;
import asyfleet.lab.simulate.SimulateCommand;
import asyfleet.process.Children;
import java.io.InputStream;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program that measures and checks the product. Wires its commands; each has a package of its own. */
@Command(
        name = "asyfleet lab",
        description = "Measures, attacks and breaks fleets, plays loads through the scheduler, checks servers.")
public final class LabMain implements Runnable {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private LabMain() {}

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end-children"));
        System.exit(run(UserStreams.ofProcess(System.getenv()), args));
    }

    /** Carries out a command line, as in a script, and answers with its exit code. */
    public static int run(PrintStream out, PrintStream err, String... args) {
        return run(UserStreams.pipes(InputStream.nullInputStream(), out, err), args);
    }

    private static int run(UserStreams streams, String... args) {
        PrintStream out = streams.out();
        CommandLine commands = new CommandLine(new LabMain())
                .addSubcommand(new AttackCommand(out))
                .addSubcommand(BenchCommand.create(out))
                .addSubcommand(new ChaosCommand(out))
                .addSubcommand(new ConformanceCommand(out))
                .addSubcommand(LoadCommand.create(streams))
                .addSubcommand(new ModelCommand())
                .addSubcommand(new MutateCommand(out))
                .addSubcommand(new SimulateCommand());
        return CommandProgram.run(commands, streams.err(), Children::areEnding, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
