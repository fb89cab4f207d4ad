package asyfleet.lab.bench.fleet;

import asyfleet.client.connect.ServerAddress;
import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.process.ChildProcess;
import asyfleet.redis.limiter.LimitRequests;
import asyfleet.redis.limiter.LimitRequests.Step;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.queueserver.ServerLease;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code asyfleet bench limiter}: how many requests a second one queue server lets start and end, over real sockets. The
 * peer is the same script called straight, one call for each start and each end, with as many under way.
 */
@Command(
        name = "limiter",
        description = "Starts and ends of limited requests per second.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench limiter")
public final class LimiterBench implements Callable<Integer> {

    private static final String TOKEN = "bench-token";
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);

    @Option(names = "--pairs", defaultValue = "20000", description = "Starts and ends of each row (${DEFAULT-VALUE}).")
    private int pairs;

    private final PrintStream out;

    public LimiterBench(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        try (LocalFleet fleet = LocalFleet.create();
                NetThreads threads = NetThreads.create()) {
            ChildProcess server = fleet.queueServer(Map.of("AUTH_TOKEN", TOKEN));
            out.println("connections   limiter pairs/s   straight pairs/s   ratio   round trips per pair");
            row(fleet, server, threads, 10); // warms up, and is shown again below
            for (int connections : new int[] {1, 10, 100, 400}) {
                out.println(row(fleet, server, threads, connections));
            }
            return 0;
        }
    }

    private String row(LocalFleet fleet, ChildProcess server, NetThreads threads, int connections) {
        double straight = straight(fleet, connections);
        double[] limited = new double[1];
        CommandCount.Rate done =
                new CommandCount(fleet.redisPort()).during(() -> limited[0] = limited(server, threads, connections));
        double perPair = done.reads() / pairs;
        return "%11d   %15.0f   %16.0f   %5.2f   %20.2f"
                .formatted(connections, limited[0], straight, limited[0] / straight, perPair);
    }

    private double limited(ChildProcess server, NetThreads threads, int connections) {
        URI uri = ServerAddress.parse(server.address(), "/ws/" + TOKEN);
        WebSocketConnector connector = new WebSocketConnector(threads, ConnectorSettings.DEFAULT);
        ParallelLoops shares = new ParallelLoops(pairs, connections);
        List<LimiterLoop> loops = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            LimiterLoop loop = new LimiterLoop("type-" + i % 10, shares.share(i));
            connector
                    .connect(WebSocketTarget.of(uri), CONNECT_LIMIT, loop::install)
                    .toCompletableFuture()
                    .join();
            loops.add(loop);
        }
        return shares.stepsPerSecond(() -> loops.stream().map(LimiterLoop::run).toList());
    }

    private double straight(LocalFleet fleet, int underWay) {
        Duration life = Duration.ofMinutes(10);
        ServerLease lease = new ServerLease(fleet.redis(), life);
        lease.renew().toCompletableFuture().join();
        LimitRequests requests = new LimitRequests(fleet.redis(), lease.id(), life);
        return new ParallelLoops(pairs, underWay)
                .stepsPerSecond(loop -> pair(requests, Type.ofRequests("peer-" + loop % 10), "r" + loop));
    }

    private static CompletionStage<?> pair(LimitRequests requests, Type type, String name) {
        return requests.run(List.of(new Step.Start(type, name, Integer.MAX_VALUE)))
                .thenCompose(started -> requests.run(List.of(new Step.End(type, name))));
    }
}
