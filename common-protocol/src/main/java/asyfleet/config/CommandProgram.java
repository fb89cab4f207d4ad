package asyfleet.config;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A program that consists of commands, each carried out once. A mistake on its command line, and what the machine or a
 * file did not let it do, is one line on standard error; anything else is a bug and shows itself with its stack trace.
 */
public final class CommandProgram {

    /** The exit code for a wrong command line. */
    public static final int WRONG_USAGE = 2;

    /** The exit code for what the machine or a file did not allow. */
    public static final int CANNOT = 3;

    private CommandProgram() {}

    /** Carries out a command line and answers with its exit code. */
    public static int run(CommandLine commands, PrintStream err, String... args) {
        return run(commands, err, () -> false, args);
    }

    /** @param ending whether the process was told to end; what fails from then on fails because of that */
    public static int run(CommandLine commands, PrintStream err, BooleanSupplier ending, String... args) {
        return commands.setParameterExceptionHandler((mistake, arguments) -> explain(err, mistake))
                .setExecutionExceptionHandler((failure, command, arguments) ->
                        ending.getAsBoolean() ? CANNOT : explain(err, command, failure))
                .execute(args);
    }

    /** One line: a page of help would hide it. */
    private static int explain(PrintStream err, ParameterException mistake) {
        String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
        err.println(command + ": " + mistake.getMessage() + " ('" + command + " --help' lists the options)");
        return WRONG_USAGE;
    }

    private static int explain(PrintStream err, CommandLine command, Exception failure) throws Exception {
        if (failure instanceof StartFailure
                || failure instanceof IOException
                || failure instanceof UncheckedIOException) {
            err.println(command.getCommandSpec().qualifiedName() + ": " + failure.getMessage());
            return CANNOT;
        }
        throw failure;
    }
}
