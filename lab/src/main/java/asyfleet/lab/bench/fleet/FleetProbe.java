package asyfleet.lab.bench.fleet;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.SentTask;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.config.StartFailure;
import asyfleet.lab.report.Samples;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/** A client that measures a fleet from outside. Used by one thread. */
public final class FleetProbe implements AutoCloseable {

    /** As many as the services we compare ourselves with were measured with. */
    static final int CLIENTS = 16;

    /** Of its own, so that no downgrade ends it before its client leaves. */
    private static final TaskOptions LONG = new TaskOptions(false, 30_000, Format.SVG, StderrMode.STDOUT, 0);

    /** The time in an answer has whole milliseconds: on average half of one is missing. */
    private static final double CUT_OFF = 0.5;

    private static final Duration SETTLED = Duration.ofSeconds(2);

    /** The same tasks, seen from the client and from the slot. */
    public record Split(Samples total, Samples execution, Samples overhead) {}

    private final AsyfleetClient client;

    public FleetProbe(String server) {
        this.client = AsyfleetClient.connect(ClientSettings.of(ServerAddress.parse(server, "/asy")));
    }

    /** One after the other on an idle fleet. */
    public Split labelled(int rounds) {
        List<Double> total = new ArrayList<>();
        List<Double> execution = new ArrayList<>();
        List<Double> overhead = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            long started = System.nanoTime();
            TaskOutcome.Rendered rendered = render(Figures.once(Figures.LABELLED));
            double millis = millisSince(started);
            double executed = rendered.time().orElseThrow().toNanos() / 1e6 + CUT_OFF;
            total.add(millis);
            execution.add(executed);
            overhead.add(millis - executed);
        }
        return new Split(Samples.of(total), Samples.of(execution), Samples.of(overhead));
    }

    public Samples quick(int rounds) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            long started = System.nanoTime();
            render(Figures.once(Figures.SHORT));
            millis.add(millisSince(started));
        }
        return Samples.of(millis);
    }

    /**
     * While another task runs that does not end. What its own start takes is over by then, as it is by hand.
     *
     * @throws StartFailure if that task ended meanwhile
     */
    public Samples quickBesideEndless(int rounds) {
        Started endless = startEndless();
        LockSupport.parkNanos(SETTLED.toNanos());
        Samples samples = quick(rounds);
        boolean ran = !endless.task.outcome().toCompletableFuture().isDone();
        endless.task.cancel();
        endless.task.outcome().toCompletableFuture().join();
        if (!ran) {
            throw new StartFailure("the endless task ended while figures were drawn beside it");
        }
        return samples;
    }

    /** On a fleet with one slot: from hanging up on the task that has it to the start of the one behind it. */
    Samples leave(int rounds) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Started endless = startEndless();
            Started next = start(Figures.once(Figures.SHORT), TaskOptions.DEFAULT);
            next.queued.join();
            long left = System.nanoTime();
            endless.task.cancel();
            next.running.join();
            millis.add(millisSince(left));
            next.task.outcome().toCompletableFuture().join();
        }
        return Samples.of(millis);
    }

    /** Labelled figures, one from each of {@link #CLIENTS} clients on its way at a time. */
    public Samples crowd(int tasks) {
        Semaphore free = new Semaphore(CLIENTS);
        List<CompletableFuture<Double>> answered = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            free.acquireUninterruptibly();
            long started = System.nanoTime();
            answered.add(client.render(Figures.once(Figures.LABELLED), TaskOptions.DEFAULT, TaskObserver.SILENT)
                    .thenApply(outcome -> {
                        expectRendered(outcome);
                        return millisSince(started);
                    })
                    .whenComplete((millis, failure) -> free.release())
                    .toCompletableFuture());
        }
        return Samples.of(answered.stream().map(CompletableFuture::join).toList());
    }

    private Started startEndless() {
        Started endless = start(Figures.once(Figures.ENDLESS), LONG);
        endless.running.join();
        return endless;
    }

    /** A task under way, and the moments that were seen of it. */
    private record Started(SentTask task, CompletableFuture<Void> queued, CompletableFuture<Void> running) {}

    private Started start(TaskSources sources, TaskOptions options) {
        CompletableFuture<Void> queued = new CompletableFuture<>();
        CompletableFuture<Void> running = new CompletableFuture<>();
        SentTask task = client.start(sources, options, new TaskObserver() {
            @Override
            public void waiting(Optional<Duration> estimate) {
                queued.complete(null);
            }

            @Override
            public void started() {
                running.complete(null);
            }
        });
        return new Started(task, queued, running);
    }

    private TaskOutcome.Rendered render(TaskSources sources) {
        return expectRendered(client.render(sources, TaskOptions.DEFAULT, TaskObserver.SILENT)
                .toCompletableFuture()
                .join());
    }

    static TaskOutcome.Rendered expectRendered(TaskOutcome outcome) {
        if (outcome instanceof TaskOutcome.Rendered rendered) {
            return rendered;
        }
        throw new StartFailure("a figure was not rendered: " + outcome);
    }

    private static double millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    @Override
    public void close() {
        client.close();
    }
}
