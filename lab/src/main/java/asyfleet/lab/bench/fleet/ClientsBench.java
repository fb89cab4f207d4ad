package asyfleet.lab.bench.fleet;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.SentTask;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.queueserver.ReadStats;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code asyfleet bench clients}: what a waiting client costs its queue server. No backend registers, so all of them wait;
 * each has a program of its own, so nothing is shared between them.
 */
@Command(
        name = "clients",
        description = "Heap of a queue server per client that waits on it.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet bench clients")
public final class ClientsBench implements Callable<Integer> {

    private static final Pattern HEAP = Pattern.compile("(?m)^jvm_memory_used_bytes\\{area=\"heap\"\\} (\\S+)$");
    private static final double TARGET_KIB = 20;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** Handshakes under way at a time: below the server's backlog. */
    private static final int AT_ONCE = 200;

    @Option(names = "--clients", defaultValue = "10000", description = "How many, up to 25000 (${DEFAULT-VALUE}).")
    private int clients;

    private final PrintStream out;
    private final HttpClient http = HttpClient.newHttpClient();

    public ClientsBench(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        try (LocalFleet fleet = LocalFleet.create()) {
            fleet.scheduler();
            ChildProcess server = fleet.queueServer(Map.of(
                    "MAX_QUEUE_SIZE", String.valueOf(clients + 1000),
                    "ASYFLEET_CALLER_SHARE", "100%",
                    "ASYFLEET_MAX_CONNECTIONS", String.valueOf(clients + 1000)));
            warmUp(fleet, server);
            return measure(fleet, server);
        }
    }

    /** Loads what the first clients make the server load, which is not theirs to pay. */
    private void warmUp(LocalFleet fleet, ChildProcess server) {
        try (AsyfleetClient client = connect(server)) {
            startAll(fleet, client, AT_ONCE);
        }
        awaitQueued(fleet, 0);
    }

    private int measure(LocalFleet fleet, ChildProcess server) {
        double before = heapBytes(server);
        try (AsyfleetClient client = connect(server)) {
            long started = System.nanoTime();
            List<SentTask> tasks = startAll(fleet, client, clients);
            double seconds = (System.nanoTime() - started) / 1e9;
            double kibEach = (heapBytes(server) - before) / clients / 1024;
            failIfEnded(tasks);
            out.printf("waiting clients             %10d%n", clients);
            out.printf("connected and queued        %10.0f /s%n", clients / seconds);
            out.printf("heap before, after full GC  %10.1f MiB%n", before / (1 << 20));
            out.printf("heap of each client         %10.1f KiB   target at most %.0f%n", kibEach, TARGET_KIB);
            return kibEach <= TARGET_KIB ? 0 : 1;
        }
    }

    private AsyfleetClient connect(ChildProcess server) {
        URI uri = ServerAddress.parse(server.address(), "/asy");
        return AsyfleetClient.connect(ClientSettings.of(uri).withMaxTasks(clients + AT_ONCE));
    }

    /** In portions, each of which waits before the next begins: a storm of connections is another question. */
    private List<SentTask> startAll(LocalFleet fleet, AsyfleetClient client, int count) {
        List<SentTask> tasks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            TaskSources program = Figures.once(Figures.SHORT);
            tasks.add(client.start(program, TaskOptions.DEFAULT, TaskObserver.SILENT));
            if (tasks.size() % AT_ONCE == 0) {
                awaitQueued(fleet, tasks.size());
            }
        }
        awaitQueued(fleet, count);
        return tasks;
    }

    private void awaitQueued(LocalFleet fleet, long count) {
        ReadStats stats = new ReadStats(fleet.redis());
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (stats.run().toCompletableFuture().join().queued() != count) {
            if (System.nanoTime() > deadline) {
                throw new StartFailure(count + " clients did not come to wait within " + LIMIT);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void failIfEnded(List<SentTask> tasks) {
        List<TaskOutcome> ended = tasks.stream()
                .map(task -> task.outcome().toCompletableFuture())
                .filter(outcome -> outcome.isDone())
                .map(outcome -> outcome.join())
                .toList();
        if (!ended.isEmpty()) {
            throw new StartFailure(ended.size() + " clients no longer wait: " + ended.get(0));
        }
    }

    /** After a full collection, as the process itself counts it. */
    private double heapBytes(ChildProcess server) {
        ChildCommand.of(ChildCommand.jdk("jcmd"), String.valueOf(server.pid()), "GC.run")
                .run();
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            String metrics =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            Matcher heap = HEAP.matcher(metrics);
            if (!heap.find()) {
                throw new StartFailure("no jvm_memory_used_bytes at " + request.uri());
            }
            return Double.parseDouble(heap.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("not waited for " + request.uri(), e);
        }
    }
}
