package asyfleet.client.render;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import asyfleet.config.Secret;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code asyfleet render}: sends figures to a fleet, some at a time, and writes the images. */
@Command(
        name = "render",
        description = "Sends figures to a fleet and writes their images.",
        exitCodeListHeading = "%nExit codes, of several figures the highest:%n",
        exitCodeList = {
            "0:all figures were rendered",
            "1:a program failed; its error and line are on standard error",
            "2:the command, a file or an option is wrong",
            "3:the fleet could not be reached, or did not take the task"
        })
public final class RenderCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Figures; of a directory all its .asy files.")
    private List<Path> files;

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:ASYFLEET_SERVER:-ws://127.0.0.1:8080}",
            description = "Queue server to send them to, also by ASYFLEET_SERVER (${DEFAULT-VALUE}).")
    private String server;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:ASYFLEET_TOKEN}",
            description = "API token, if the server wants one; better by ASYFLEET_TOKEN.",
            showDefaultValue = Visibility.NEVER)
    private String token;

    @Option(
            names = {"-f", "--format"},
            defaultValue = "svg",
            split = ",",
            paramLabel = "FORMAT",
            description = "svg, pdf, png, html or eps; several with commas (${DEFAULT-VALUE}).")
    private List<String> formats;

    @Option(names = "--scale", paramLabel = "N", description = "Pixels of a PNG per point, 1 to 8 (2).")
    private Integer scale;

    @Option(names = "--dpi", paramLabel = "N", description = "The same per inch, 72 to 576 (144).")
    private Integer dpi;

    @Option(names = "--transparent", description = "A PNG without a white background.")
    private boolean transparent;

    @Option(names = "--text", description = "Letters of an SVG stay letters; they can be searched and copied.")
    private boolean text;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File for the image, or directory for several; by default the working directory.",
            defaultValue = "")
    private Path output;

    @Option(
            names = {"-i", "--include"},
            paramLabel = "FILE",
            description = "File that the figures include; may be given several times.")
    private List<Path> companions = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "MS",
            description = "Run each figure for at most that long: one of the server's levels, such as 3000.")
    private Integer timeout;

    @Option(
            names = {"-v", "--verbosity"},
            defaultValue = "0",
            description = "Of Asymptote, 0 to 3 (${DEFAULT-VALUE}).")
    private int verbosity;

    @Option(names = "--parallel", defaultValue = "4", description = "Figures at a time (${DEFAULT-VALUE}).")
    private int parallel;

    @Option(
            names = {"-q", "--quiet"},
            description = "Say nothing but what went wrong and what the programs write.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    private final PrintStream out;
    private final PrintStream err;

    public RenderCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        List<Figure> figures = figures();
        TaskOptions options = options();
        if (parallel < 1) {
            throw new ParameterException(spec.commandLine(), "--parallel is " + parallel + "; expected 1 or more");
        }
        try (AsyfleetClient client = AsyfleetClient.connect(settings())) {
            return renderAll(figures, new FigureRendering(client, options, new RenderConsole(out, err, quiet)));
        }
    }

    private ClientSettings settings() {
        try {
            ClientSettings settings = ClientSettings.of(ServerAddress.parse(server, "/asy"));
            return token == null || token.isEmpty() ? settings : settings.withToken(new Secret(token));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--server: " + e.getMessage(), e);
        }
    }

    private TaskOptions options() {
        List<Format> wanted = formats.stream().map(this::format).distinct().toList();
        PictureOptions pictures = new PictureOptions(
                wanted.size() > 1 ? wanted : null, resolution(), transparent ? true : null, text ? true : null);
        return new TaskOptions(false, timeout, wanted.get(0), StderrMode.SEPARATE, verbosity, pictures);
    }

    private Format format(String name) {
        return Format.ofWire(name)
                .orElseThrow(() -> wrong("--format is '" + name + "'; expected svg, pdf, png, html or eps"));
    }

    private Integer resolution() {
        if (scale == null) {
            return dpi == null
                    ? null
                    : (Integer) within("--dpi", dpi, PictureOptions.DPI_OF_SCALE, PictureOptions.MAX_DPI);
        }
        if (dpi != null) {
            throw wrong("--scale is " + scale + " and --dpi is " + dpi + "; expected one of the two");
        }
        return PictureOptions.DPI_OF_SCALE * within("--scale", scale, 1, PictureOptions.MAX_SCALE);
    }

    private int within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(name + " is " + value + "; expected " + least + " to " + most);
        }
        return value;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private List<Figure> figures() {
        List<Path> all = files.stream().flatMap(this::expand).toList();
        int images = all.size() * formats.size();
        if (images > 1 && !output.toString().isEmpty() && !Files.isDirectory(output)) {
            throw wrong("--output " + output + " is for "
                    + (all.size() > 1 ? all.size() + " figures" : images + " formats") + "; expected a directory");
        }
        Path target = output.toString().isEmpty() ? Path.of(".") : output;
        return all.stream().map(file -> new Figure(file, companions, target)).toList();
    }

    private Stream<Path> expand(Path path) {
        if (!Files.isDirectory(path)) {
            return Stream.of(path);
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(entry -> entry.toString().endsWith(".asy")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps as many on their way as allowed; files are read when their turn comes. */
    private int renderAll(List<Figure> figures, FigureRendering rendering) {
        Deque<CompletableFuture<Integer>> underWay = new ArrayDeque<>();
        int worst = ExitCode.OK;
        for (Figure figure : figures) {
            if (underWay.size() == parallel) {
                worst = Math.max(worst, next(underWay));
            }
            underWay.add(start(rendering, figure));
        }
        while (!underWay.isEmpty()) {
            worst = Math.max(worst, next(underWay));
        }
        return worst;
    }

    /** The first that is done; waits until one is. */
    private static int next(Deque<CompletableFuture<Integer>> underWay) {
        CompletableFuture.anyOf(underWay.toArray(CompletableFuture[]::new)).join();
        List<CompletableFuture<Integer>> done =
                underWay.stream().filter(CompletableFuture::isDone).toList();
        underWay.removeAll(done);
        return done.stream().mapToInt(CompletableFuture::join).max().orElse(ExitCode.OK);
    }

    private CompletableFuture<Integer> start(FigureRendering rendering, Figure figure) {
        try {
            return rendering.start(figure, figure.read()).toCompletableFuture();
        } catch (IOException e) {
            err.println(figure.file() + ": cannot be read: " + FileMistake.of(e));
            return CompletableFuture.completedFuture(ExitCode.WRONG_USAGE);
        }
    }
}
