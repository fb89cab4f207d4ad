package asyfleet.ring.session;

import asyfleet.ring.link.RingLink;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.protocol.ManagerMessage;
import asyfleet.ring.protocol.RingProtocolException;
import asyfleet.ring.protocol.RingState;
import asyfleet.ring.protocol.RunnerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The conversation with one runner, from its hail to its end; the states are those that the protocol gives the server:
 *
 * <pre>
 * Accept       -- hail, version and group are exchanged    --> Wait         {@link #welcome}
 * Wait         -- PETO, and the runner is eligible         --> SendJob
 * Wait         -- PETO, and it is not                      --> ClientOnHold
 * Wait         -- REZULTO                                  --> ProcessJob
 * SendJob      -- LABORO, PRETA, contents; or ATENDI       --> Wait
 * SendJob      -- no more jobs: FINO                       --> WaitClose
 * ClientOnHold -- ATENDI or ELIRI                          --> Wait
 * ProcessJob   -- PRETA, contents, RICEVIS                 --> where it came from
 * WaitClose    -- REZULTO                                  --> ProcessJob
 * Wait, WaitClose -- FINO ANKAU                            --> the end
 * </pre>
 *
 * WaitClose differs from Wait in nothing that a manager does: a runner with several workers goes on asking and bringing
 * results after one of them was told FINO. Whatever else happens ends the conversation with an exception, and the jobs
 * that the runner had go back.
 *
 * <p>Owned by the thread that the server gave to the connection.
 */
final class RunnerSession<J extends RingJob> {

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final RingLink<RunnerMessage, ManagerMessage> link;
    private final RunnerSessionRules<J> rules;
    private final Watchdog watchdog;
    private final long connection;
    private final Map<String, Held<J>> running = new LinkedHashMap<>();
    private volatile String dropped; // why; written by any thread before it closes the socket, then read by the owner

    /** A job that the runner has, and the watch over it. */
    private record Held<J>(J job, Watchdog.Guard guard) {}

    RunnerSession(
            RingLink<RunnerMessage, ManagerMessage> link,
            RunnerSessionRules<J> rules,
            Watchdog watchdog,
            long connection) {
        this.link = link;
        this.rules = rules;
        this.watchdog = watchdog;
        this.connection = connection;
    }

    /** Accept. */
    RunnerId welcome() throws IOException {
        RunnerMessage.Hail hail = link.receive(RunnerMessage.Hail.class);
        if (hail.isMarked()) {
            link.peerIsOurs();
        }
        link.send(new ManagerMessage.Version(ManagerMessage.Version.CURRENT));
        link.receive(RunnerMessage.Understood.class);
        link.send(new ManagerMessage.Group(rules.group()));
        link.receive(RunnerMessage.Yes.class);
        return new RunnerId(connection, hail.name(), link.peer(), hail.isMarked());
    }

    /** Wait, until the runner says that it is done. */
    void serve(RunnerId runner) throws IOException, InterruptedException {
        rules.jobs().joined(runner, () -> drop("was dropped: nobody waits any more for what it ran"));
        while (link.state() != RingState.ENDED) {
            // While it has jobs, the watch over these is what ends the wait.
            RunnerMessage said = link.receive(running.isEmpty() ? rules.idleLimit() : Duration.ZERO);
            if (said instanceof RunnerMessage.JobRequest) {
                answer(runner);
            } else if (said instanceof RunnerMessage.Result result) {
                process(result, runner);
            }
        }
    }

    private void answer(RunnerId runner) throws IOException, InterruptedException {
        if (!rules.jobs().suit(runner)) {
            link.send(new ManagerMessage.Out());
            return;
        }
        switch (rules.conduct().judge(runner, running.size())) {
            case ELIGIBLE -> sendJob(runner);
            case HOLD -> link.send(new ManagerMessage.Hold());
            case OUT -> link.send(new ManagerMessage.Out());
        }
    }

    /** SendJob. A job that cannot be read has failed, and the runner gets another. */
    private void sendJob(RunnerId runner) throws IOException, InterruptedException {
        Jobs.Offer<J> offer = await(runner);
        while (offer instanceof Jobs.Offer.Given<J> given) {
            byte[] contents = read(given.job(), runner);
            if (contents != null) {
                hand(given.job(), contents);
                return;
            }
            offer = await(runner);
        }
        if (link.state() == RingState.ENDED) {
            return; // it took its leave while it waited
        }
        boolean over = offer instanceof Jobs.Offer.Over;
        link.send(over ? new ManagerMessage.NoMoreJobs() : new ManagerMessage.Hold());
    }

    private Jobs.Offer<J> await(RunnerId runner) throws IOException, InterruptedException {
        Duration hold =
                running.isEmpty() ? rules.holding().idle() : rules.holding().busy();
        long start = System.nanoTime();
        rules.jobs().held(runner);
        Jobs.Offer<J> offer = rules.jobs().next(runner);
        while (offer instanceof Jobs.Offer.NoneYet && System.nanoTime() - start < hold.toNanos()) {
            rules.jobs().await(LOOK_EVERY);
            link.checkPeer(); // before it gets a job: one that has left must not
            if (link.state() == RingState.ENDED) {
                return offer;
            }
            offer = rules.jobs().next(runner);
        }
        return offer instanceof Jobs.Offer.NoneYet ? rules.jobs().released(runner) : offer;
    }

    private byte[] read(J job, RunnerId runner) {
        try {
            return job.contents();
        } catch (IOException unreadable) {
            rules.jobs().finished(job, runner, JobReport.ofManager("cannot be read: " + unreadable));
            return null;
        }
    }

    private void hand(J job, byte[] contents) throws IOException {
        Watchdog.Guard guard =
                rules.jobLimit().isZero() ? () -> {} : watchdog.after(rules.jobLimit(), () -> giveUpOn(job));
        running.put(job.name(), new Held<>(job, guard));
        link.send(new ManagerMessage.Job(job.name(), job.type(), contents.length));
        link.receive(RunnerMessage.Ready.class);
        link.send(new ManagerMessage.Contents(contents));
    }

    private void giveUpOn(J job) {
        drop("did not bring " + job.name() + " back within " + rules.jobLimit().toMillis() + " ms");
    }

    private void drop(String why) {
        dropped = why;
        link.close();
    }

    /** ProcessJob. The job is the runner's until its output is here. */
    private void process(RunnerMessage.Result result, RunnerId runner) throws IOException {
        Held<J> held = running.get(result.job());
        if (held == null) {
            throw new IOException("brought a result of " + result.job() + ", a job that it was not given");
        }
        link.send(new ManagerMessage.Ready());
        RunnerMessage.Contents output = link.receive(RunnerMessage.Contents.class);
        if (result.size() == 0) {
            link.pause(); // the runner said nothing in between, and RICEVIS must not join PRETA
        }
        release(result.job());
        JobReport report = report(result, output.bytes(), runner.ours());
        if (!report.refuses(held.job().type())) {
            rules.conduct().record(runner, report.success());
        }
        rules.jobs().finished(held.job(), runner, report);
        link.send(new ManagerMessage.Received());
    }

    private JobReport report(RunnerMessage.Result result, byte[] output, boolean ours) {
        return output.length == result.size()
                ? new JobReport(result.status(), output, ours)
                : JobReport.ofManager("its output has " + result.size() + " bytes; expected at most " + link.mostBytes()
                        + " (--max-bytes)");
    }

    private void release(String name) {
        running.remove(name).guard().close();
    }

    /**
     * Gives back what the runner still had.
     *
     * @return how many jobs that were
     */
    int giveBack(RunnerId runner, String why) {
        rules.jobs().left(runner);
        running.values().forEach(held -> {
            held.guard().close();
            rules.jobs().lost(held.job(), runner, why);
        });
        return running.size();
    }

    /** Why we ended the conversation, or else what ended it. */
    String reason(Exception failure) {
        if (dropped != null) {
            return dropped;
        }
        String prefix = failure instanceof RingProtocolException ? "broke the protocol: " : "";
        return prefix + failure.getMessage();
    }

    void close() {
        link.close();
    }
}
