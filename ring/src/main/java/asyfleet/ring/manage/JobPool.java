package asyfleet.ring.manage;

import asyfleet.ring.session.JobReport;
import asyfleet.ring.session.Jobs;
import asyfleet.ring.session.RunnerId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The jobs of a directory. Each is in one place at a time:
 *
 * <pre>
 * waiting -- next        --> running
 * running -- finished    --> done, or failed; or waiting, if the runner does not run jobs of its type
 * running -- lost        --> waiting; or failed, if it has lost too many runners: it may be what ends them
 * </pre>
 *
 * A runner that does not run jobs of a type gets none of it any more. When none waits while other runners still have some, a runner is not told that it is over: theirs may come back.
 *
 * <p>Synchronized: all sessions and the thread that shows the progress meet here. Results are written outside the lock,
 * while their job still counts as running.
 */
final class JobPool implements Jobs<FileJob> {

    /** A job that did not end well. */
    record Failure(String job, String runner, String why) {}

    /** The numbers of jobs by where they are now. */
    record Counts(int waiting, int running, int succeeded, int failed) {

        int finished() {
            return succeeded + failed;
        }

        int all() {
            return waiting + running + finished();
        }
    }

    private final OutputsDirectory outputs;
    private final int tries;
    private final Deque<FileJob> waiting;
    private final Map<FileJob, RunnerId> running = new LinkedHashMap<>();
    private final Map<FileJob, Integer> losses = new HashMap<>();

    /** The types that a connected runner does not run, if there are any. */
    private final Map<RunnerId, Set<String>> refused = new HashMap<>();

    private final Consumer<String> notes;
    private final List<Failure> failures = new ArrayList<>();
    private int succeeded;
    private long firstGivenNanos; // System.nanoTime(), once any job was handed out
    private boolean begun;

    /**
     * @param tries how many runners a job may lose
     * @param notes for the person who watches
     */
    JobPool(List<FileJob> jobs, OutputsDirectory outputs, int tries, Consumer<String> notes) {
        this.notes = notes;
        this.waiting = new ArrayDeque<>(jobs);
        this.outputs = outputs;
        this.tries = tries;
    }

    @Override
    public synchronized Offer<FileJob> next(RunnerId runner) {
        Set<String> not = refused.getOrDefault(runner, Set.of());
        FileJob job = waiting.stream()
                .filter(one -> !not.contains(one.type()))
                .findFirst()
                .orElse(null);
        if (job != null) {
            waiting.remove(job);
            if (!begun) {
                begun = true;
                firstGivenNanos = System.nanoTime();
            }
            running.put(job, runner);
            return new Offer.Given<>(job);
        }
        boolean othersRun = running.entrySet().stream()
                .anyMatch(one -> !one.getValue().equals(runner)
                        && !not.contains(one.getKey().type()));
        return othersRun ? new Offer.NoneYet<>() : new Offer.Over<>();
    }

    @Override
    public synchronized void await(Duration most) throws InterruptedException {
        if (waiting.isEmpty() || !refused.isEmpty()) { // those that wait may be for others
            wait(most.toMillis());
        }
    }

    @Override
    public void finished(FileJob job, RunnerId runner, JobReport report) {
        if (report.refuses(job.type())) {
            giveToOthers(job, runner);
            return;
        }
        try {
            outputs.write(job, runner, report);
        } catch (IOException e) {
            end(job, new Failure(job.name(), runner.name(), "its result could not be written: " + e));
            return;
        }
        end(job, report.success() ? null : new Failure(job.name(), runner.name(), report.explanation()));
    }

    private void giveToOthers(FileJob job, RunnerId runner) {
        boolean first;
        synchronized (this) {
            first = refused.computeIfAbsent(runner, one -> new HashSet<>()).add(job.type());
            running.remove(job);
            waiting.addFirst(job);
            notifyAll();
        }
        if (first) {
            notes.accept("runner " + runner.name() + " runs no " + job.type() + " jobs; others get them");
        }
    }

    @Override
    public synchronized void left(RunnerId runner) {
        refused.remove(runner);
    }

    private synchronized void end(FileJob job, Failure failure) {
        running.remove(job);
        if (failure == null) {
            succeeded++;
        } else {
            failures.add(failure);
        }
        notifyAll();
    }

    @Override
    public void lost(FileJob job, RunnerId runner, String why) {
        if (!putBack(job)) {
            String explanation = "lost " + tries + " runners, the last of which " + why;
            finished(job, runner, JobReport.ofManager(explanation));
        }
    }

    /** False if it has lost too many. */
    private synchronized boolean putBack(FileJob job) {
        if (losses.merge(job, 1, Integer::sum) >= tries) {
            return false;
        }
        running.remove(job);
        waiting.addLast(job);
        notifyAll();
        return true;
    }

    /** Since the first job was handed out: waiting for runners says nothing about their pace. */
    synchronized Duration elapsed() {
        return begun ? Duration.ofNanos(System.nanoTime() - firstGivenNanos) : Duration.ZERO;
    }

    synchronized Counts counts() {
        return new Counts(waiting.size(), running.size(), succeeded, failures.size());
    }

    /** Waits until every job has ended, or this long; whether they have. */
    synchronized boolean awaitOver(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (!isOver() && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
        return isOver();
    }

    private boolean isOver() {
        return waiting.isEmpty() && running.isEmpty();
    }

    synchronized List<Failure> failures() {
        return List.copyOf(failures);
    }
}
