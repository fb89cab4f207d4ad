package asyfleet.client;

import asyfleet.client.asy.AsyDropIn;
import asyfleet.client.command.UserStreams;
import asyfleet.client.completion.CompletionCommand;
import asyfleet.client.fleet.StatsCommand;
import asyfleet.client.fleet.VersionCommand;
import asyfleet.client.render.RenderCommand;
import asyfleet.client.shell.ShellCommand;
import asyfleet.config.CommandProgram;
import asyfleet.process.Children;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line client. Wires its commands; each has a package of its own. */
@Command(name = "asyfleet client", description = "Sends figures to a fleet.")
public final class ClientMain implements Runnable {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private ClientMain() {}

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end-children"));
        System.exit(run(UserStreams.ofProcess(System.getenv()), args));
    }

    /** Carries out a command line and answers with its exit code. */
    static int run(UserStreams streams, String... args) {
        CommandLine commands = new CommandLine(new ClientMain())
                .addSubcommand(new RenderCommand(streams))
                .addSubcommand(AsyDropIn.create(streams))
                .addSubcommand(new ShellCommand(streams))
                .addSubcommand(new StatsCommand(streams))
                .addSubcommand(new VersionCommand(streams))
                .addSubcommand(CompletionCommand.create(streams));
        return CommandProgram.run(commands, streams.err(), Children::areEnding, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
