package asyfleet.lab.load;

import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.ClientSettings;
import asyfleet.config.HelpOption;
import asyfleet.config.ValueType;
import asyfleet.terminal.StatusLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asyfleet load}: many users at a time, and a verdict on what they got. */
@Command(
        name = "load",
        description = "Sends figures of many users to a fleet, and measures how they are served.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet load --users 60 --concurrent 30",
            "  asyfleet load --rate 20 --duration 1m --mix quick:80,labelled:15,loop:5 --report load.html",
            "  asyfleet load --local --door tasks"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:over 95 %% of the figures ended as expected, and 95 %% of all within 10 s",
            "1:they did not",
            "2:the command is wrong"
        })
public final class LoadCommand implements Callable<Integer> {

    /** The doors of a fleet, by their names on the command line. */
    enum DoorChoice {
        ASY,
        HTTP,
        TASKS
    }

    private static final int MOST_PER_SECOND = 10_000;

    @Mixin
    private HelpOption help;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "60",
            description = "Figures to send, one for each user; with --duration as many as there is time for"
                    + " (${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--concurrent",
            paramLabel = "N",
            defaultValue = "30",
            description = "Figures under way at a time, at most (${DEFAULT-VALUE}).")
    private int concurrent;

    @Option(names = "--duration", paramLabel = "TIME", description = "Send figures for that long, such as 1m.")
    private String duration;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Figures per second, on a schedule; without it a user sends when another one is done.")
    private double rate;

    @Option(
            names = "--mix",
            paramLabel = "SHARES",
            defaultValue = "quick:80,labelled:15,loop:5",
            description = "Kinds of figures and their shares (${DEFAULT-VALUE}).")
    private String mix;

    @Option(
            names = "--door",
            defaultValue = "asy",
            description = "asy: the WebSocket; http: /api/render; tasks: /api/tasks (${DEFAULT-VALUE}).")
    private DoorChoice door;

    @Mixin
    private ServerOptions server;

    @Option(names = "--report", paramLabel = "FILE", description = "Write a report with plots, in HTML.")
    private Path report;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the numbers as JSON.")
    private Path json;

    @Spec
    private CommandSpec spec;

    private final UserStreams streams;

    private LoadCommand(UserStreams streams) {
        this.streams = streams;
    }

    public static CommandLine create(UserStreams streams) {
        return new CommandLine(new LoadCommand(streams)).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LoadSettings settings = settings();
        checkPlace("--report", report);
        checkPlace("--json", json);
        LoadResult result = new LoadResult();
        try (ServerOptions.Access access =
                        server.open(streams, Runtime.getRuntime().availableProcessors());
                LoadDoor open = open(access.settings())) {
            runShown(new LoadRun(settings, open, result), settings, result);
        }
        streams.out().print(LoadTable.text(result));
        if (report != null) {
            Files.writeString(report, LoadPage.of(result, load(settings)));
        }
        if (json != null) {
            Files.writeString(json, LoadTable.json(result, load(settings)));
        }
        return result.passes() ? 0 : 1;
    }

    private LoadSettings settings() {
        try {
            return new LoadSettings(
                    within("--users", users, 1_000_000),
                    within("--concurrent", concurrent, 1000),
                    limit(),
                    rate(),
                    LoadMix.parse(mix));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Optional<Duration> limit() {
        try {
            return Optional.ofNullable(duration).map(ValueType.duration().parse());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--duration is '" + duration + "'; expected a time above zero, such as 30s or 1m", e);
        }
    }

    private double rate() {
        boolean given = spec.commandLine().getParseResult().hasMatchedOption("--rate");
        if (given && !(rate > 0 && rate <= MOST_PER_SECOND)) {
            throw new IllegalArgumentException(
                    "--rate is " + rate + "; expected figures per second, more than 0 and at most " + MOST_PER_SECOND);
        }
        return rate;
    }

    /** Before the load, which may take minutes. */
    private void checkPlace(String name, Path file) {
        if (file == null) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || !Files.isDirectory(directory)) {
            String why = Files.isDirectory(file) ? "it is a directory" : "there is no directory " + directory;
            throw new ParameterException(
                    spec.commandLine(), name + " is " + file + "; expected a file to write, and " + why);
        }
    }

    /** For those who read the report later. The words of the command line are checked, so they can stand in a page. */
    private String load(LoadSettings settings) {
        String most = settings.duration().map(limit -> "for " + duration).orElse(settings.users() + " figures");
        String pace = settings.rate() > 0 ? ", " + rate + " a second" : "";
        return "%s%s, at most %d at a time, %s, through %s, ended %s"
                .formatted(
                        most,
                        pace,
                        settings.concurrent(),
                        mix,
                        door.name().toLowerCase(Locale.ROOT),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    private static int within(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; expected 1 to " + most);
        }
        return value;
    }

    private LoadDoor open(ClientSettings settings) {
        return switch (door) {
            case ASY -> new WebSocketDoor(settings, concurrent);
            case HTTP -> new HttpDoor(settings, false);
            case TASKS -> new HttpDoor(settings, true);
        };
    }

    private void runShown(LoadRun run, LoadSettings settings, LoadResult result) throws InterruptedException {
        StatusLine line = new StatusLine(streams.err());
        ScheduledExecutorService display = Executors.newSingleThreadScheduledExecutor();
        if (streams.errIsTerminal()) {
            display.scheduleAtFixedRate(() -> line.draw(progress(settings, result)), 0, 200, TimeUnit.MILLISECONDS);
        }
        try {
            run.run();
        } finally {
            display.shutdown();
            display.awaitTermination(1, TimeUnit.SECONDS);
            line.clear();
        }
    }

    private static String progress(LoadSettings settings, LoadResult result) {
        String all = settings.duration().isPresent() ? "" : "/" + settings.users();
        return String.format(
                Locale.ROOT,
                "%d%s figures  %d not as expected  %.1f/s  p50 %.2f s  p95 %.2f s",
                result.all(),
                all,
                result.failed(),
                result.throughput(),
                result.latency(50),
                result.latency(95));
    }
}
