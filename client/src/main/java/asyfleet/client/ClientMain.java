package asyfleet.client;

import asyfleet.client.bench.BenchCommand;
import asyfleet.client.bench.Children;
import asyfleet.client.conformance.ConformanceCommand;
import asyfleet.client.render.RenderCommand;
import asyfleet.config.StartFailure;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line client. Wires its commands; each has a package of its own. */
@Command(name = "asyfleet client", description = "Sends figures to a fleet, checks servers, measures fleets.")
public final class ClientMain implements Runnable {

    private static final int WRONG_USAGE = 2;
    private static final int CANNOT = 3;

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
        System.exit(run(System.out, System.err, args));
    }

    /** Carries out a command line and answers with its exit code. */
    static int run(PrintStream out, PrintStream err, String... args) {
        return new CommandLine(new ClientMain())
                .addSubcommand(new RenderCommand(out, err))
                .addSubcommand(new ConformanceCommand(out))
                .addSubcommand(BenchCommand.create(out))
                .setParameterExceptionHandler((mistake, arguments) -> explain(err, mistake))
                .setExecutionExceptionHandler((failure, command, arguments) -> explain(err, command, failure))
                .execute(args);
    }

    /** One line: a page of help would hide it. */
    private static int explain(PrintStream err, ParameterException mistake) {
        String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
        err.println(command + ": " + mistake.getMessage() + " ('" + command + " --help' lists the options)");
        return WRONG_USAGE;
    }

    /** What a machine or a file did not let us do; anything else is a bug and shows itself as such. */
    private static int explain(PrintStream err, CommandLine command, Exception failure) throws Exception {
        if (Children.areEnding()) {
            return CANNOT; // nobody will read it: the signal decides how the program ends
        }
        if (failure instanceof StartFailure || failure instanceof UncheckedIOException) {
            err.println(command.getCommandSpec().qualifiedName() + ": " + failure.getMessage());
            return CANNOT;
        }
        throw failure;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
