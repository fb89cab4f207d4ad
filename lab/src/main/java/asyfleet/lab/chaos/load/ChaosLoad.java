package asyfleet.lab.chaos.load;

import static asyfleet.lab.chaos.history.ClientDoor.ASY;
import static asyfleet.lab.chaos.history.ClientDoor.EVENTS;
import static asyfleet.lab.chaos.history.ClientDoor.KEPT;
import static asyfleet.lab.chaos.history.ClientDoor.RENDER;
import static asyfleet.lab.chaos.history.ClientDoor.SHELL;
import static asyfleet.lab.chaos.history.ClientDoor.TASKS;
import static asyfleet.lab.chaos.history.ClientDoor.WEBHOOK;

import asyfleet.lab.chaos.client.ApiTaskClient;
import asyfleet.lab.chaos.client.AsyClient;
import asyfleet.lab.chaos.client.ClientContext;
import asyfleet.lab.chaos.client.KeptClient;
import asyfleet.lab.chaos.client.LimiterHolder;
import asyfleet.lab.chaos.client.RenderClient;
import asyfleet.lab.chaos.client.ShellClient;
import asyfleet.lab.chaos.client.TaskClient;
import asyfleet.lab.chaos.client.WebhookClient;
import asyfleet.lab.chaos.client.WebhookReceiver;
import asyfleet.lab.chaos.figure.ChaosFigure;
import asyfleet.lab.chaos.figure.FigureKind;
import asyfleet.lab.chaos.figure.ReferenceEnds;
import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.ExpectedEnd;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * All clients of a run. Tasks arrive at random times at a rate that {@link LoadControl} sets, whatever becomes of those
 * before them; but no more than {@link #MOST_AT_A_TIME} are under way. One thread makes them, and each has one of its own.
 */
public final class ChaosLoad implements AutoCloseable {

    /** One caller may hold 50 places in the queue, and all clients here are one caller. */
    private static final int MOST_AT_A_TIME = 44;

    private static final int HOLDERS = 6;

    /** One of these at random, so how often a door stands here is how often it is used. */
    private static final List<ClientDoor> DOORS = List.of(
            ASY, ASY, ASY, KEPT, KEPT, RENDER, RENDER, RENDER, TASKS, TASKS, EVENTS, WEBHOOK, WEBHOOK, WEBHOOK, SHELL);

    /** The same for figures. An endless one costs as much as twenty others. */
    private static final List<FigureKind> FIGURES = Stream.of(
                    Collections.nCopies(16, FigureKind.QUICK),
                    Collections.nCopies(10, FigureKind.LABELLED),
                    Collections.nCopies(9, FigureKind.NAP),
                    Collections.nCopies(4, FigureKind.FAILING),
                    Collections.nCopies(1, FigureKind.ENDLESS))
            .flatMap(List::stream)
            .toList();

    private final ClientContext context;
    private final ReferenceEnds references;
    private final LoadControl control;
    private final Random random;
    private final Map<ClientDoor, TaskClient> clients = new EnumMap<>(ClientDoor.class);
    private final Semaphore places = new Semaphore(MOST_AT_A_TIME);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger heldBack = new AtomicInteger(); // counted by one thread, read by another
    private final Future<?> arrivals;
    private volatile double rate; // set by who samples, read by who makes tasks
    private volatile boolean arriving = true; // the same
    private int tasks;

    /**
     * Starts all clients.
     *
     * @param share of the slots that should be busy
     * @param seed for the order of tasks
     * @param firstNumber above those of all tasks and limiter requests before
     */
    public ChaosLoad(
            URI fleet,
            RunHistory history,
            WebhookReceiver receiver,
            ReferenceEnds references,
            double share,
            long seed,
            int firstNumber) {
        this.context = new ClientContext(fleet, history);
        this.references = references;
        this.control = new LoadControl(share);
        this.random = new Random(seed);
        this.tasks = firstNumber;
        this.rate = control.first();
        clients.put(ClientDoor.ASY, new AsyClient(context));
        clients.put(ClientDoor.KEPT, new KeptClient(context));
        clients.put(ClientDoor.RENDER, new RenderClient(context));
        clients.put(ClientDoor.TASKS, new ApiTaskClient(context, false));
        clients.put(ClientDoor.EVENTS, new ApiTaskClient(context, true));
        clients.put(ClientDoor.WEBHOOK, new WebhookClient(context, receiver));
        clients.put(ClientDoor.SHELL, new ShellClient(context));
        startHolders(seed, firstNumber);
        this.arrivals = threads.submit(this::arrive);
    }

    private void startHolders(long seed, int firstNumber) {
        AtomicInteger requests = new AtomicInteger(firstNumber);
        for (int i = 0; i < HOLDERS; i++) {
            threads.execute(new LimiterHolder(context, requests, seed + i));
        }
    }

    private void arrive() {
        try {
            while (arriving) {
                Thread.sleep((long) (-Math.log(1 - random.nextDouble()) / rate * 1000));
                if (places.tryAcquire()) {
                    send(any(DOORS), ChaosFigure.of(any(FIGURES), ++tasks));
                } else {
                    heldBack.incrementAndGet();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is over
        }
    }

    private void send(ClientDoor door, ChaosFigure figure) {
        ExpectedEnd expected =
                door == ClientDoor.SHELL ? ShellClient.expected(figure) : references.expected(figure, door);
        context.history().add(at -> new HistoryEvent.Sent(at, figure.task(), door, expected));
        threads.execute(() -> {
            try {
                clients.get(door).run(figure);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the run is over
            } finally {
                places.release();
            }
        });
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A look at the fleet while it is whole. */
    public void adapt(QueueSample seen) {
        rate = control.next(rate, seen);
    }

    /** Tasks a second. */
    public double rate() {
        return rate;
    }

    public int underWay() {
        return MOST_AT_A_TIME - places.availablePermits();
    }

    /** Tasks that were not made because too many were under way. */
    public int heldBack() {
        return heldBack.get();
    }

    /** No more tasks; waits until those under way have ended. */
    public void finish() throws InterruptedException {
        arriving = false;
        awaitArrivals();
        boolean all = places.tryAcquire(
                MOST_AT_A_TIME, ClientContext.PATIENCE.multipliedBy(3).toSeconds(), TimeUnit.SECONDS);
        if (all) {
            places.release(MOST_AT_A_TIME);
        }
    }

    private void awaitArrivals() throws InterruptedException {
        try {
            arrivals.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("no more tasks could be made", e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(Duration.ofSeconds(10).toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        context.close();
    }
}
