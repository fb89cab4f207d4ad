package asyfleet.client.fleet;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.JsonError;
import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.config.HelpOption;
import asyfleet.config.StartFailure;
import asyfleet.terminal.StatusLine;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code asyfleet stats}: how many tasks wait and run. */
@Command(
        name = "stats",
        description = "Shows how many tasks of a fleet wait and run.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asyfleet stats",
            "  asyfleet stats --watch                   once a second; in a pipe a line for each",
            "  asyfleet stats --json"
        })
public final class StatsCommand implements Callable<Integer> {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Mixin
    private HelpOption help;

    @Mixin
    private ServerOptions server;

    @Option(
            names = {"-w", "--watch"},
            description = "Again every second, until Ctrl-C.")
    private boolean watch;

    @Option(names = "--json", description = "Print what the server answers.")
    private boolean json;

    private final UserStreams streams;
    private final StatusLine line;
    private final Duration pause;

    public StatsCommand(UserStreams streams) {
        this(streams, PAUSE);
    }

    StatsCommand(UserStreams streams, Duration pause) {
        this.streams = streams;
        this.pause = pause;
        this.line = new StatusLine(streams.out());
    }

    @Override
    public Integer call() throws InterruptedException {
        try (ServerOptions.Access access = server.open(streams, 1)) {
            FleetHttp fleet = FleetHttp.of(access.settings(), streams);
            show(fleet.json("/api/queue-stats"));
            while (watch) {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                showNext(fleet);
            }
            return 0;
        } catch (StartFailure nobody) {
            if (json) {
                JsonError.print(streams.out(), nobody.getMessage());
            }
            throw nobody;
        }
    }

    /** A server that is gone may come back. */
    private void showNext(FleetHttp fleet) throws InterruptedException {
        try {
            show(fleet.json("/api/queue-stats"));
        } catch (StartFailure gone) {
            if (json) {
                JsonError.print(streams.out(), gone.getMessage());
            } else {
                line(gone.getMessage());
            }
        }
    }

    private void show(JsonNode stats) {
        if (json) {
            streams.out().println(stats);
        } else if (!watch) {
            streams.out().print(QueueNumbers.of(stats).table());
        } else {
            line(QueueNumbers.of(stats).line());
        }
    }

    private void line(String text) {
        if (streams.outIsTerminal()) {
            line.draw(text);
        } else {
            streams.out().println(LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + "  " + text);
        }
    }
}
