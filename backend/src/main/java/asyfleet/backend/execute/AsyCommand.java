package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Command;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The command of a task: Asymptote, once for each format. A source that draws in three dimensions has an X server beside
 * it, which a script of ours starts; other scripts of ours make the pixels of PNG and keep the letters of SVG. They are in
 * resources/asyfleet/backend/sandbox/tools.
 */
public final class AsyCommand {

    /** The name of the picture, without its extension. Never with a directory: the TeX steps would not find it. */
    public static final String PICTURE = "out";

    private static final Path LINE_BUFFERING = Path.of("/usr/bin/stdbuf");
    private static final String WITH_DISPLAY = "with-display";

    /** Pixels per point of what is drawn in three dimensions, where it becomes a part of vectors: 288 to the inch. */
    private static final String RENDER_IN_VECTORS = "-render=4";

    private static final int MOST_FINE_DPI = 288;

    /** Added to a fine resolution, so that the script before Ghostscript tells it from one that a source chose. */
    private static final double FINE_MARK = 0.001;

    /**
     * The runs for further formats say the same as the first, so what they say counts only if they fail. They come one
     * after the other, because all use the same names for files in between.
     */
    private static final String FURTHER =
            " && { %s >\"$TMPDIR/said\" 2>&1 || { code=$?; cat \"$TMPDIR/said\"; exit $code; }; }";

    /** The descriptor of the first lines of a shell, which are ours. The user's come by its standard input. */
    private static final String FIRST_LINES = "3";

    /**
     * Asymptote takes what comes through a pipe for a file: it reads all of it, and stops at the first error. (Some
     * versions, such as 2.85, do not, by mistake.) Only what its editor xasy sends is run line by line, with the byte 4 after
     * each command. So a shell begins as one of the editor, and the first command makes it an ordinary one.
     */
    private static final String AS_SHELL = "printf 'settings.xasy=false; settings.inpipe=-1;\\n\\004\\n'"
            + " >\"$TMPDIR/first\" && exec \"$@\" " + FIRST_LINES + "<\"$TMPDIR/first\"";

    private AsyCommand() {}

    public static Command of(ExecutionRequest request) {
        TaskOptions options = request.options();
        List<List<String>> runs =
                options.formats().stream().map(format -> run(request, format)).toList();
        return new Command(runs.size() == 1 ? runs.get(0) : inTurn(runs), options.stderr() == StderrMode.STDOUT);
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

    private static List<String> inTurn(List<List<String>> runs) {
        StringBuilder script = new StringBuilder(quoted(runs.get(0)));
        runs.subList(1, runs.size()).forEach(run -> script.append(String.format(Locale.ROOT, FURTHER, quoted(run))));
        return List.of("sh", "-c", script.toString());
    }

    /** No argument has a quote: file names have none, and the others are ours. */
    private static String quoted(List<String> run) {
        return run.stream().map(argument -> "'" + argument + "'").collect(Collectors.joining(" "));
    }

    private static List<String> run(ExecutionRequest request, Format format) {
        List<String> run = asymptote(request, format);
        if (needsOf(request).space() && format != Format.HTML) {
            run.add(0, WITH_DISPLAY);
        }
        return request.options().interactive() ? shell(run) : run;
    }

    /** Asymptote asks for a descriptor to answer the editor by; it does not use it, since it is an ordinary shell by then. */
    private static List<String> shell(List<String> asymptote) {
        List<String> shell = new ArrayList<>(List.of("sh", "-c", AS_SHELL, "sh"));
        shell.addAll(asymptote);
        shell.addAll(List.of("-xasy", "-inpipe=" + FIRST_LINES, "-outpipe=1"));
        return shell;
    }

    /** Asymptote alone, with its arguments. */
    public static List<String> asymptote(ExecutionRequest request, Format format) {
        TaskOptions options = request.options();
        List<String> arguments = new ArrayList<>(List.of(
                "asy",
                "-noV",
                // An uploaded config.asy is a file like any other.
                "-config=",
                "-noglobalread",
                // HTML that asks nobody for its scripts; for every format, since a source may ask for HTML by itself.
                "-offline"));
        arguments.addAll(AsyVersion.installed().options());
        arguments.addAll(picture(needsOf(request), format, options.picture()));
        arguments.addAll(List.of("-f", format.wire(), "-o", PICTURE));
        if (options.verbosity() > 0) {
            arguments.add("-" + "v".repeat(options.verbosity()));
        }
        // A shell is what runs when there is no file to run; the main file is then included, see RunningTask.
        request.main().filter(file -> !options.interactive()).ifPresent(arguments::add);
        return arguments;
    }

    private static SourceNeeds needsOf(ExecutionRequest request) {
        return SourceNeeds.of(request.files().values());
    }

    private static List<String> picture(SourceNeeds needs, Format format, PictureOptions options) {
        List<String> arguments = new ArrayList<>();
        boolean page = format == Format.HTML || needs.page();
        if (!page) {
            // Without an X server, anything but 0 (vectors) leaves no file at all of what is in three dimensions.
            arguments.add(needs.space() ? renderInSpace(format, options) : "-render=0");
        }
        if (format == Format.PNG) {
            arguments.add("-gsOptions=-dPngResolution=" + options.resolution()
                    + (options.hasNoGround() ? " -dPngTransparent" : "")
                    + (needs.space() && isFine(options) ? " -dPngFine" : ""));
        }
        if ((format == Format.SVG || page) && options.keepsText()) {
            // In newer versions, what is said here takes the place of --optimize.
            arguments.add("-dvisvgmOptions=--optimize --font-format=woff");
        }
        return arguments;
    }

    /** Whether four pixels of an X server become one. Beyond that, single pixels are too small to be seen. */
    private static boolean isFine(PictureOptions options) {
        return options.resolution() <= MOST_FINE_DPI;
    }

    private static String renderInSpace(Format format, PictureOptions options) {
        double resolution = isFine(options) ? 2 * options.resolution() + FINE_MARK : options.resolution();
        double pixelsPerPoint = resolution / PictureOptions.DPI_OF_SCALE;
        return format == Format.PNG ? String.format(Locale.ROOT, "-render=%.8f", pixelsPerPoint) : RENDER_IN_VECTORS;
    }
}
