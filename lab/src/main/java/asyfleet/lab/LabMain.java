package asyfleet.lab;

import asyfleet.client.command.UserStreams;
import asyfleet.config.CommandProgram;
import asyfleet.config.HelpOption;
import asyfleet.lab.attack.AttackCommand;
import asyfleet.lab.bench.BenchCommand;
import asyfleet.lab.chaos.ChaosCommand;
import asyfleet.lab.conformance.ConformanceCommand;
import asyfleet.lab.docs.DocsCommand;
import asyfleet.lab.load.LoadCommand;
import asyfleet.lab.model.ModelCommand;
import asyfleet.lab.mutate.MutateCommand;
import asyfleet.lab.simulate.SimulateCommand;
import asyfleet.process.Children;
import asyfleet.terminal.StatusLine;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program that measures and checks the product. Wires its commands; each has a package of its own. */
@Command(
        name = "asyfleet lab",
        description = "Measures, attacks and breaks fleets, plays loads through the scheduler, checks servers.")
public final class LabMain implements Runnable {

    @Mixin
    private HelpOption help;

    @Spec
    private CommandSpec spec;

    private LabMain() {}

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end-children"));
        Runtime.getRuntime().addShutdownHook(new Thread(StatusLine::leaveAll, "leave-status-line"));
        System.exit(run(UserStreams.ofProcess(System.getenv()), args));
    }

    /** Carries out a command line, as in a script, and answers with its exit code. */
    public static int run(PrintStream out, PrintStream err, String... args) {
        return run(UserStreams.pipes(InputStream.nullInputStream(), out, err), args);
    }

    private static int run(UserStreams streams, String... args) {
        return CommandProgram.run(commands(streams, args), streams.err(), Children::areEnding, args);
    }

    /** The commands that this command line may be about: to read what all of them declare takes seconds. */
    static CommandLine commands(UserStreams streams, String... args) {
        CommandLine commands = new CommandLine(new LabMain());
        Map<String, Supplier<Object>> all = all(streams);
        if (args.length > 0 && all.containsKey(args[0])) {
            all.keySet().retainAll(Set.of(args[0]));
        }
        all.values().forEach(command -> commands.addSubcommand(command.get()));
        return commands.setOut(new PrintWriter(streams.out(), true)); // the help
    }

    private static Map<String, Supplier<Object>> all(UserStreams streams) {
        PrintStream out = streams.out();
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("attack", () -> new AttackCommand(out));
        all.put("bench", () -> BenchCommand.create(out));
        all.put("chaos", () -> new ChaosCommand(out));
        all.put("conformance", () -> new ConformanceCommand(out));
        all.put("docs", () -> new DocsCommand(out));
        all.put("load", () -> LoadCommand.create(streams));
        all.put("model", ModelCommand::new);
        all.put("mutate", () -> new MutateCommand(out));
        all.put("simulate", SimulateCommand::new);
        return all;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
