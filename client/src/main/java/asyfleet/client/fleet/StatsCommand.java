package asyfleet.client.fleet;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.ServerOptions;
import asyfleet.client.command.UserStreams;
import asyfleet.config.HelpOption;
import asyfleet.terminal.StatusLine;
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

    private static final int PAUSE_SECONDS = 1;

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

    public StatsCommand(UserStreams streams) {
        this.streams = streams;
        this.line = new StatusLine(streams.out());
    }

    @Override
    public Integer call() throws InterruptedException {
        try (ServerOptions.Access access = server.open(streams, 1)) {
            FleetHttp fleet = FleetHttp.of(access.settings(), streams);
            show(fleet.json("/api/queue-stats"));
            while (watch) {
                TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
                show(fleet.json("/api/queue-stats"));
            }
            return 0;
        }
    }

    private void show(JsonNode stats) {
        if (json) {
            streams.out().println(stats);
        } else if (!watch) {
            streams.out().print(QueueNumbers.of(stats).table());
        } else if (streams.outIsTerminal()) {
            line.draw(QueueNumbers.of(stats).line());
        } else {
            streams.out()
                    .println(LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + "  "
                            + QueueNumbers.of(stats).line());
        }
    }
}
