package asyfleet.client;

import asyfleet.client.admin.AdminCommand;
import asyfleet.client.asy.AsyDropIn;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import asyfleet.client.completion.CompletionCommand;
import asyfleet.client.fleet.StatsCommand;
import asyfleet.client.fleet.VersionCommand;
import asyfleet.client.render.RenderCommand;
import asyfleet.client.shell.ShellCommand;
import asyfleet.config.CommandProgram;
import asyfleet.config.HelpOption;
import asyfleet.process.Children;
import asyfleet.terminal.StatusLine;
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

/** The command line client. Wires its commands; each has a package of its own. */
@Command(
        name = "asyfleet",
        description = "Sends figures to a fleet.",
        footerHeading = "%nExamples:%n",
        footer = {"  asyfleet render figure.asy", "  asyfleet render --help"})
public final class ClientMain implements Runnable {

    @Mixin
    private HelpOption help;

    @Spec
    private CommandSpec spec;

    private ClientMain() {}

    public static void main(String[] args) {
        OpenBatches batches = new OpenBatches();
        Runtime.getRuntime().addShutdownHook(new Thread(batches::abort, "abort-batches"));
        Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end-children"));
        Runtime.getRuntime().addShutdownHook(new Thread(StatusLine::leaveAll, "leave-status-line"));
        System.exit(run(UserStreams.ofProcess(System.getenv()), batches, args));
    }

    /** Carries out a command line and answers with its exit code. */
    public static int run(UserStreams streams, OpenBatches batches, String... args) {
        return CommandProgram.run(commands(streams, batches, args), streams.err(), Children::areEnding, args);
    }

    /** The commands that this command line may be about. */
    static CommandLine commands(UserStreams streams, OpenBatches batches, String... args) {
        CommandLine commands = new CommandLine(new ClientMain());
        Map<String, Supplier<Object>> all = all(streams, batches);
        // To read what all of them declare takes longer than to send a figure. The completion describes all.
        if (args.length > 0 && all.containsKey(args[0]) && !args[0].equals("completion")) {
            all.keySet().retainAll(Set.of(args[0]));
        }
        all.values().forEach(command -> commands.addSubcommand(command.get()));
        return commands.setOut(new PrintWriter(streams.out(), true)); // the help
    }

    private static Map<String, Supplier<Object>> all(UserStreams streams, OpenBatches batches) {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("render", () -> new RenderCommand(streams, batches));
        all.put("asy", () -> AsyDropIn.create(streams));
        all.put("shell", () -> new ShellCommand(streams));
        all.put("stats", () -> new StatsCommand(streams));
        all.put("version", () -> new VersionCommand(streams));
        all.put("admin", () -> AdminCommand.create(streams));
        all.put("completion", () -> CompletionCommand.create(streams));
        return all;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
