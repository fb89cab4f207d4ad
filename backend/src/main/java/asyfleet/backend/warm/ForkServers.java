package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Cell;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fork servers of this process, which are started, replaced and ended as {@link ServerPool} says. All of it is done by
 * one thread, {@code fork-servers}, one server at a time, so that at most one core is taken from running tasks; other
 * threads only leave notes of what they want, and look at what is there.
 */
final class ForkServers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ForkServers.class);
    private static final int AGE_CHECK_SECONDS = 30;
    private static final int CLOSE_SECONDS = 5;

    /** The most notes that wait. More are dropped: the next task of the kind leaves the same note again. */
    private static final int MOST_NOTES = 64;

    private final ScheduledExecutorService owner =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "fork-servers"));
    private final Set<ServerSpec> notes = ConcurrentHashMap.newKeySet();
    /** Set by whoever leaves the first note, cleared by the owner before it reads them: one reading at a time is due. */
    private final AtomicBoolean readingDue = new AtomicBoolean();

    private final ForkServer.Host host;
    private final InstantSource clock;

    // Owned by the thread fork-servers.
    private final ServerPool pool = new ServerPool();
    private final Map<ServerSpec, ForkServer> servers = new HashMap<>();

    /** Written by the owner, read by slots: a snapshot, replaced as a whole. */
    private volatile Map<ServerSpec, ForkServer> waiting = Map.of();

    /** Threads that wait for an answer of a server, some ms each. */
    private final ExecutorService askers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "fork-request");
        thread.setDaemon(true);
        return thread;
    });

    ForkServers(ForkServer.Host host, InstantSource clock) {
        this.host = host;
        this.clock = clock;
        owner.scheduleWithFixedDelay(this::replaceOld, AGE_CHECK_SECONDS, AGE_CHECK_SECONDS, TimeUnit.SECONDS);
    }

    /** Notes that a task could use these. From any thread; does not block. */
    void want(Collection<ServerSpec> specs) {
        if (notes.size() < MOST_NOTES) {
            notes.addAll(specs);
        }
        if (readingDue.compareAndSet(false, true)) {
            tellOwner(this::readNotes);
        }
    }

    /** Whether a task that needs this will find it. From any thread. */
    boolean isWaiting(ServerSpec spec) {
        return waiting.containsKey(spec);
    }

    /** Those that wait now. From any thread. */
    Set<ProcessHandle> processes() {
        return waiting.values().stream().map(ForkServer::process).collect(Collectors.toSet());
    }

    /**
     * Puts a copy of each of these into a cell, as far as there are servers for them. Blocks for some ms; from any thread.
     *
     * @return those that wait in the cell now
     */
    Set<ServerSpec> enter(Cell cell, Collection<ServerSpec> specs) {
        Map<ServerSpec, CompletableFuture<Boolean>> asked = new HashMap<>();
        Map<ServerSpec, ForkServer> there = waiting;
        for (ServerSpec spec : specs) {
            ForkServer server = there.get(spec);
            if (server != null) {
                asked.put(spec, CompletableFuture.supplyAsync(() -> server.enter(cell.firstProcess()), askers));
            }
        }
        return asked.keySet().stream().filter(spec -> asked.get(spec).join()).collect(Collectors.toSet());
    }

    /** Starts these without waiting until tasks want them. Completes when that is done, also if some have failed. */
    CompletableFuture<Void> startAhead(Collection<ServerSpec> specs) {
        return CompletableFuture.runAsync(
                () -> specs.stream().filter(spec -> !servers.containsKey(spec)).forEach(this::start), owner);
    }

    private void readNotes() {
        readingDue.set(false);
        List<ServerSpec> wanted = List.copyOf(notes);
        notes.removeAll(wanted);
        pool.want(wanted).forEach(this::start);
    }

    private void replaceOld() {
        pool.old(clock.instant()).forEach(this::start);
    }

    private void start(ServerSpec spec) {
        try {
            ForkServer server = ForkServer.start(spec, host);
            ForkServer before = servers.put(spec, server);
            pool.started(spec, clock.instant()).ifPresent(this::stop);
            if (before != null) {
                before.close();
            }
            server.ended().thenRun(() -> tellOwner(() -> ended(spec, server)));
            LOG.debug("fork server started program={} gate={}", spec.program(), spec.gate());
        } catch (IOException e) {
            failed(spec, e.getMessage());
        }
        waiting = Map.copyOf(servers);
    }

    private void tellOwner(Runnable news) {
        try {
            owner.execute(news);
        } catch (RejectedExecutionException closed) {
            // All servers end when we close.
        }
    }

    private void stop(ServerSpec spec) {
        servers.remove(spec).close();
    }

    /** Runs after every end; that of a server we have replaced or stopped is no news. */
    private void ended(ServerSpec spec, ForkServer server) {
        if (servers.get(spec) == server) {
            stop(spec);
            failed(spec, "it ended by itself");
            waiting = Map.copyOf(servers);
        }
    }

    private void failed(ServerSpec spec, String reason) {
        boolean givenUp = pool.failed(spec);
        LOG.warn("fork server failed program={} tryAgain={} reason={}", spec.program(), !givenUp, reason);
    }

    /** Ends all servers. Tasks that run go on. */
    @Override
    public void close() {
        owner.execute(() -> List.copyOf(servers.keySet()).forEach(this::stop));
        owner.shutdown();
        try {
            owner.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        askers.shutdown();
    }
}
