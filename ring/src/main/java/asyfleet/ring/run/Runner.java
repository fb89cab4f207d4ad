package asyfleet.ring.run;

import asyfleet.backend.ExecutionPlatform;
import asyfleet.backend.execute.Slots;
import asyfleet.config.StartFailure;
import asyfleet.ring.link.Watchdog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A runner: its workers, on one connection or several. Wires the parts; holds no rules. */
public final class Runner {

    /** The way it ended. */
    public enum End {
        /** The manager had no more jobs. */
        DONE,
        /** It was told to stop. */
        STOPPED,
        /** The manager sent it out: too many of its jobs failed. */
        SENT_OUT
    }

    /** As long as the protocol says that a runner on hold waits. */
    static final Duration HOLD = Duration.ofSeconds(10);

    /** For those who wait to see that they need not any longer, and for the answer that a worker waits for. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final MasterStop stop;
    private final List<RunnerConnection> connections;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "ring-connection"));

    private Runner(MasterStop stop, List<RunnerConnection> connections) {
        this.stop = stop;
        this.connections = connections;
    }

    /** @param hold how long to wait when the manager says ATENDI */
    static Runner create(RunnerSettings settings, JobExecutor executor, Duration hold, Watchdog watchdog) {
        MasterStop stop = new MasterStop();
        Workers.Duties duties =
                new Workers.Duties(executor, stop, MemoryGate.ofThisMachine(settings.leastMemory()), hold);
        int connections = settings.separate() ? settings.workers() : 1;
        int workers = settings.separate() ? 1 : settings.workers();
        return new Runner(
                stop,
                IntStream.rangeClosed(1, connections)
                        .mapToObj(number -> settings.separate()
                                ? settings.destination()
                                        .as(settings.destination().identity().name() + "-" + number)
                                : settings.destination())
                        .map(destination -> new RunnerConnection(
                                destination,
                                workers,
                                duties,
                                watchdog,
                                new RunnerConnection.Pauses(
                                        () -> ThreadLocalRandom.current().nextDouble())))
                        .toList());
    }

    /**
     * Prepares the sandbox and runs until there is nothing more to do.
     *
     * @param started gets the runner, to stop it
     * @throws StartFailure if there is no sandbox, or the manager is not ours
     */
    public static End run(RunnerSettings settings, Consumer<Runner> started) throws InterruptedException {
        try (ExecutionPlatform platform = platform(settings);
                Watchdog watchdog = new Watchdog()) {
            JobExecutor jobs =
                    new SandboxedJobs(platform.slots(), settings.execution().rules(), platform.tools());
            Runner runner = create(settings, jobs, HOLD, watchdog);
            started.accept(runner);
            return runner.run();
        } catch (IOException e) {
            throw new StartFailure(e.getMessage(), e);
        }
    }

    /** More slots than workers, because that of a job that was given up is free only when nothing of it is left. */
    private static ExecutionPlatform platform(RunnerSettings settings) {
        Slots.Count count = new Slots.Count(settings.workers(), 2 * settings.workers());
        return ExecutionPlatform.start(settings.execution().settings(), count, ScriptLauncher::new);
    }

    /**
     * Blocks until there is nothing more to do.
     *
     * @throws IOException if the manager is not ours
     */
    End run() throws IOException, InterruptedException {
        List<Future<RunnerConnection.End>> running = new ArrayList<>();
        try {
            connections.forEach(connection -> running.add(threads.submit(connection)));
            boolean done = true;
            for (Future<RunnerConnection.End> connection : running) {
                done &= connection.get() == RunnerConnection.End.DONE;
            }
            return stop.wasSentOut() ? End.SENT_OUT : done ? End.DONE : End.STOPPED;
        } catch (ExecutionException e) {
            stop.raise(MasterStop.Reason.TOLD);
            connections.forEach(RunnerConnection::leaveIfIdle);
            if (e.getCause() instanceof IOException refused) {
                throw refused;
            }
            throw new IllegalStateException("a connection ended by a fault of ours", e.getCause());
        } finally {
            threads.shutdown();
        }
    }

    /** Breaks the connections, as a network would; they are made again. Any thread. */
    void disconnect() {
        connections.forEach(RunnerConnection::disconnect);
    }

    /** Asks for no more jobs, lets those that run end within the limit, and waits for that. Any thread. */
    public void stop(Duration limit) throws InterruptedException {
        stop.raise(MasterStop.Reason.TOLD);
        if (threads.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            return;
        }
        connections.forEach(RunnerConnection::leaveIfIdle);
        if (!threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            disconnect();
        }
    }
}
