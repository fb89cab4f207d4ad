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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a directory. Each is in one place at a time:
 *
 * <pre>
 * waiting -- next        --> running
 * running -- finished    --> done, or failed
 * running -- lost        --> waiting; or failed, if it has lost too many runners: it may be what ends them
 * </pre>
 *
 * When none waits while other runners still have some, a runner is not told that it is over: theirs may come back.
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
    private final List<Failure> failures = new ArrayList<>();
    private int succeeded;
    private long firstGivenNanos; // System.nanoTime(), once any job was handed out
    private boolean begun;

    /** @param tries how many runners a job may lose */
    JobPool(List<FileJob> jobs, OutputsDirectory outputs, int tries) {
        this.waiting = new ArrayDeque<>(jobs);
        this.outputs = outputs;
        this.tries = tries;
    }

    @Override
    public synchronized Offer<FileJob> next(RunnerId runner) {
        FileJob job = waiting.poll();
        if (job != null) {
            if (!begun) {
                begun = true;
                firstGivenNanos = System.nanoTime();
            }
            running.put(job, runner);
            return new Offer.Given<>(job);
        }
        boolean othersRun = running.values().stream().anyMatch(other -> !other.equals(runner));
        return othersRun ? new Offer.NoneYet<>() : new Offer.Over<>();
    }

    @Override
    public synchronized void await(Duration most) throws InterruptedException {
        if (waiting.isEmpty()) {
            wait(most.toMillis());
        }
    }

    @Override
    public void finished(FileJob job, RunnerId runner, JobReport report) {
        try {
            outputs.write(job, runner, report);
        } catch (IOException e) {
            end(job, new Failure(job.name(), runner.name(), "its result could not be written: " + e));
            return;
        }
        end(job, report.success() ? null : new Failure(job.name(), runner.name(), report.explanation()));
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
