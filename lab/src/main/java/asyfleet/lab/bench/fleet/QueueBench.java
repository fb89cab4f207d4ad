package asyfleet.lab.bench.fleet;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.protocol.task.TaskOptions;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code asyfleet bench queue}: tasks that do nothing, from WebSocket client to WebSocket client through all three
 * services, against BullMQ, which has no clients of its own, in the same run.
 */
@Command(
        name = "queue",
        description = "Tasks per second when the tasks do nothing, and BullMQ's.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench queue")
public final class QueueBench implements Callable<Integer> {

    private static final int MOST_UNDER_WAY = 100;
    private static final Duration PEER_WARMS_UP = Duration.ofSeconds(2);
    private static final Duration PEER_RUNS = Duration.ofSeconds(5);

    @Option(names = "--tasks", defaultValue = "10000", description = "Tasks of each row (${DEFAULT-VALUE}).")
    private int tasks;

    @Option(names = "--kept", description = "The clients keep their connections for the next task.")
    private boolean kept;

    private final PrintStream out;

    public QueueBench(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Optional<BullMq> bullMq = BullMq.install(out);
        try (LocalFleet fleet = LocalFleet.create()) {
            fleet.scheduler();
            fleet.noOpBackend(MOST_UNDER_WAY);
            String server = fleet.queueServer(LocalFleet.FOR_ONE_CALLER).address();
            tasksPerSecond(server, MOST_UNDER_WAY); // warms up
            out.println("under way   tasks/s   BullMQ jobs/s   ratio   Redis commands   reads per task");
            for (int underWay : new int[] {1, 10, MOST_UNDER_WAY}) {
                double[] rate = new double[1];
                CommandCount.Rate asked =
                        new CommandCount(fleet.redisPort()).during(() -> rate[0] = tasksPerSecond(server, underWay));
                String compared = bullMq.map(other -> jobsPerSecond(other, underWay))
                        .map(jobs -> "%13.0f   %5.2f".formatted(jobs, rate[0] / jobs))
                        .orElse("            -       -");
                out.printf(
                        "%9d   %7.0f   %s   %14.1f   %14.1f%n",
                        underWay, rate[0], compared, asked.commands() / tasks, asked.reads() / tasks);
            }
            return 0;
        }
    }

    private static double jobsPerSecond(BullMq bullMq, int producers) {
        try (BullMq.Running peer = bullMq.start(producers)) {
            peer.round(PEER_WARMS_UP);
            return peer.round(PEER_RUNS).orElseThrow().perSecond();
        }
    }

    private double tasksPerSecond(String server, int underWay) {
        ClientSettings settings =
                ClientSettings.of(ServerAddress.parse(server, "/asy")).withKeptConnections(kept);
        try (AsyfleetClient client = AsyfleetClient.connect(settings)) {
            return new ParallelLoops(tasks, underWay).stepsPerSecond(loop -> client.render(
                            Figures.once(Figures.SHORT), TaskOptions.DEFAULT, TaskObserver.SILENT)
                    .thenAccept(FleetProbe::expectRendered));
        }
    }
}
