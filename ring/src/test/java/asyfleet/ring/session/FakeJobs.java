package asyfleet.ring.session;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Gives the same job again and again, or whatever a test says. */
final class FakeJobs implements Jobs<FakeJobs.FakeJob> {

    record FakeJob(String name, String type, byte[] contents) implements RingJob {}

    static final FakeJob JOB = new FakeJob("sub/a job", ".asy", "draw();\n".getBytes(StandardCharsets.UTF_8));

    final AtomicReference<Offer<FakeJob>> offer = new AtomicReference<>(new Offer.Given<>(JOB));
    final List<String> finished = new CopyOnWriteArrayList<>();
    final List<JobReport> reports = new CopyOnWriteArrayList<>();
    final List<String> lost = new CopyOnWriteArrayList<>();

    // Set by the test, read by sessions; then the reverse.
    volatile boolean onlyForOurs;
    volatile boolean waits;

    @Override
    public boolean suit(RunnerId runner) {
        return runner.ours() || !onlyForOurs;
    }

    @Override
    public Offer<FakeJob> next(RunnerId runner) {
        return offer.get();
    }

    @Override
    public synchronized void await(Duration most) throws InterruptedException {
        waits = true;
        wait(most.toMillis());
    }

    @Override
    public void finished(FakeJob job, RunnerId runner, JobReport report) {
        reports.add(report);
        finished.add(job.name() + " " + report.status() + " " + new String(report.output(), StandardCharsets.UTF_8));
    }

    @Override
    public void lost(FakeJob job, RunnerId runner, String why) {
        lost.add(why);
    }
}
