package asyfleet.ring.manage;

import asyfleet.ring.session.RingServer;
import asyfleet.ring.session.RunnerRecords;
import asyfleet.ring.session.RunnerSessionRules;
import asyfleet.terminal.ProgressBar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A manager that hands out the jobs of a directory, until all have ended. Wires the parts; holds no rules. */
public final class Manager implements AutoCloseable {

    /** For one that asks when all that is left runs elsewhere: it is told to come back later rather than kept for long. */
    private static final RunnerSessionRules.Holding HOLDING =
            new RunnerSessionRules.Holding(Duration.ofSeconds(5), Duration.ZERO);

    /** Runners that were told to wait come back within 10 s, to hear that all is done. */
    private static final Duration LINGER = Duration.ofSeconds(12);

    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final Duration REPORT = Duration.ofSeconds(10);

    private final OutputsDirectory outputs;
    private final JobPool pool;
    private final RingServer<FileJob> server;
    private final ManagerConsole console;
    private final boolean showsLines;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean reported = new AtomicBoolean(); // a signal may come just when all jobs have ended

    private Manager(
            OutputsDirectory outputs,
            JobPool pool,
            RingServer<FileJob> server,
            ManagerConsole console,
            boolean showsLines) {
        this.outputs = outputs;
        this.pool = pool;
        this.server = server;
        this.console = console;
        this.showsLines = showsLines;
    }

    /**
     * Finds the jobs and listens.
     *
     * @throws asyfleet.config.StartFailure if one of these cannot be done
     */
    public static Manager start(ManagerSettings settings, ManagerConsole console) {
        List<FileJob> all = jobs(settings);
        OutputsDirectory outputs = OutputsDirectory.open(settings.directories().outputs());
        try {
            List<FileJob> left = unfinished(all, outputs, settings.policy());
            JobPool pool = new JobPool(left, outputs, settings.policy().tries(), console::say);
            RunnerRecords conduct = new RunnerRecords(settings.policy().ban());
            RunnerSessionRules<FileJob> rules = new RunnerSessionRules<>(
                    settings.ring().group(),
                    pool,
                    conduct,
                    HOLDING,
                    settings.ring().jobLimit());
            RingServer<FileJob> server = RingServer.start(settings.ring().server(), rules, console);
            console.say("jobs: %d, finished before: %d; group %s, runners connect to %s port %d"
                    .formatted(
                            all.size(),
                            all.size() - left.size(),
                            settings.ring().group(),
                            settings.ring().server().bind(),
                            server.port()));
            boolean showsLines = settings.policy().progress() != ManagerConsole.Mode.NONE;
            return new Manager(outputs, pool, server, console, showsLines);
        } catch (RuntimeException e) {
            outputs.close();
            throw e;
        }
    }

    private static List<FileJob> jobs(ManagerSettings settings) {
        ManagerSettings.Directories directories = settings.directories();
        int mostBytes = settings.ring().server().limits().sizes().maxContentsBytes();
        return new RunsDirectory(directories.runs(), directories.types(), mostBytes).jobs();
    }

    private static List<FileJob> unfinished(
            List<FileJob> all, OutputsDirectory outputs, ManagerSettings.Policy policy) {
        List<FileJob> left = new ArrayList<>(all);
        left.removeIf(outputs::isFinished);
        if (!policy.sorted()) {
            Collections.shuffle(left);
        }
        return left;
    }

    public int port() {
        return server.port();
    }

    /**
     * Shows the progress until every job has ended, then waits for the runners to take their leave.
     *
     * @return how many jobs failed
     */
    public int await() throws InterruptedException {
        do {
            show();
        } while (!pool.awaitOver(console.showsBar() ? REDRAW : REPORT));
        console.clear();
        if (reported.compareAndSet(false, true)) {
            console.say(report());
        }
        server.awaitEmpty(LINGER);
        return pool.failures().size();
    }

    private String report() {
        List<JobPool.Failure> failures = pool.failures();
        return failures.isEmpty()
                ? summary()
                : summary() + "\n" + FailureTable.of(failures).stripTrailing();
    }

    private void show() {
        if (console.showsBar()) {
            console.draw(progress().bar(console.width()));
        } else if (showsLines) {
            console.say(progress().figures());
        }
    }

    private Progress progress() {
        return new Progress(pool.counts(), server.connected(), pool.elapsed());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** How it went so far, also when it is stopped before the end. */
    public String summary() {
        JobPool.Counts counts = pool.counts();
        String left = counts.all() == counts.finished()
                ? ""
                : ", %d left for the next start".formatted(counts.all() - counts.finished());
        return "%d succeeded, %d failed%s, in %s"
                .formatted(
                        counts.succeeded(),
                        counts.failed(),
                        left,
                        ProgressBar.clock(elapsed().toSeconds()));
    }

    /** Closes; if a signal ends the program before all jobs have, says how far it came. */
    public void stop() {
        if (reported.compareAndSet(false, true)) {
            console.sayLast(report());
        }
        close();
    }

    /** Drops the runners. Results that are here are kept; the other jobs are left for the next start. */
    @Override
    public void close() {
        server.close();
        outputs.close();
    }
}
