package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Command;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line of Asymptote. */
public final class AsyCommand {

    /** The name of the picture, without its extension. Never with a directory: the TeX steps would not find it. */
    public static final String PICTURE = "out";

    private static final Path LINE_BUFFERING = Path.of("/usr/bin/stdbuf");

    private AsyCommand() {}

    public static Command of(TaskOptions options, Optional<String> main) {
        List<String> arguments = new ArrayList<>(List.of("asy"));
        arguments.addAll(arguments(options));
        // A shell is what runs when there is no file to run; the main file is then included, see RunningTask.
        main.filter(file -> !options.interactive()).ifPresent(arguments::add);
        return new Command(arguments, options.stderr() == StderrMode.STDOUT);
    }

    /**
     * The same, but it writes each line at once: what it prints before it is killed would else be lost in a buffer. Where
     * there is no such program, it stays as it is.
     */
    static Command writingLines(Command command) {
        if (!Files.isExecutable(LINE_BUFFERING)) {
            return command;
        }
        List<String> arguments = new ArrayList<>(List.of(LINE_BUFFERING.toString(), "-oL"));
        arguments.addAll(command.arguments());
        return new Command(arguments, command.mergeErrors());
    }

    private static List<String> arguments(TaskOptions options) {
        List<String> arguments = new ArrayList<>(List.of(
                "-noV",
                // An uploaded config.asy is a file like any other.
                "-config=",
                "-noglobalread",
                // HTML that asks nobody for its scripts; for every format, since a source may ask for HTML by itself.
                "-offline"));
        if (options.format() != Format.HTML) {
            // Three-dimensional pictures as vectors: without a display, anything else leaves no file at all.
            arguments.add("-render=0");
        }
        arguments.addAll(List.of("-f", options.format().wire(), "-o", PICTURE));
        if (options.verbosity() > 0) {
            arguments.add("-" + "v".repeat(options.verbosity()));
        }
        return arguments;
    }
}
