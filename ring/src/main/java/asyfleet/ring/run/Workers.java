package asyfleet.ring.run;

import asyfleet.ring.parcel.TaskParcel;
import asyfleet.ring.protocol.RingProtocolException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one connection, from the first request to FINO ANKAU; the states are those that the protocol gives the
 * client:
 *
 * <pre>
 * WorkerLoop   -- MASTERSTOP is raised              --> WaitClose
 * WorkerLoop   -- otherwise: PETO                   --> RunJob
 * RunJob       -- LABORO, PRETA, contents; it ends  --> SendOutcome
 * RunJob       -- FINO                              --> WaitClose
 * RunJob       -- ELIRI, ATENDI                     --> ClientOnHold
 * SendOutcome  -- REZULTO, PRETA, contents, RICEVIS --> WorkerLoop
 * ClientOnHold -- ELIRI raises MASTERSTOP           --> WaitClose
 * ClientOnHold -- ATENDI, after 10 s                --> WorkerLoop
 * WaitClose    -- the last one says FINO ANKAU      --> the end
 * </pre>
 *
 * A connection that breaks ends all workers, and what they run: the manager gives their jobs to others, and would drop a
 * runner that brought them later.
 *
 * <p>Atomic and volatile fields are what the threads of the workers share with each other and with the one that runs them.
 */
final class Workers {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

    /** The parts that workers need beside their connection. */
    record Duties(JobExecutor executor, MasterStop stop, MemoryGate memory, Duration hold) {}

    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final ManagerLink link;
    private final Duties duties;
    private final List<Thread> threads = new ArrayList<>(); // of the thread that calls run
    private final AtomicInteger present;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicBoolean hinted = new AtomicBoolean();
    private final AtomicReference<String> broken = new AtomicReference<>();
    private final AtomicLong firstJobNanos = new AtomicLong(); // System.nanoTime(), 0 before it
    private volatile boolean delivered;
    private volatile boolean over; // a worker was told FINO, so those on hold need not wait any longer

    Workers(int count, ManagerLink link, Duties duties) {
        this.link = link;
        this.duties = duties;
        this.present = new AtomicInteger(count);
        for (int i = 1; i <= count; i++) {
            threads.add(new Thread(this::work, "ring-worker-" + i));
        }
    }

    /**
     * Runs until all workers have ended.
     *
     * @throws IOException if the connection broke
     */
    void run() throws IOException, InterruptedException {
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(LOOK_EVERY.toMillis());
                watch();
            }
        }
        if (broken.get() != null) {
            throw new IOException(broken.get());
        }
    }

    /** Nobody else reads while all workers are busy. */
    private void watch() {
        try {
            if (broken.get() == null) {
                link.checkManager();
            }
        } catch (IOException | RingProtocolException e) {
            fail(e.getMessage());
        }
    }

    private void work() {
        try {
            loop();
            if (present.decrementAndGet() == 0) {
                link.farewell();
            }
        } catch (IOException | RingProtocolException e) {
            fail(e.getMessage());
        } catch (InterruptedException anotherFailed) {
            // It has said why.
        } catch (RuntimeException | Error e) {
            fail("a fault of ours: " + e);
            throw e;
        }
    }

    private void loop() throws IOException, InterruptedException {
        while (mayAsk()) {
            long asked = System.nanoTime();
            Answer answer = link.request();
            if (answer instanceof Answer.Run run) {
                runJob(run.job());
            } else if (answer instanceof Answer.TooLong unfit) {
                link.deliver(unfit.job(), JobOutcome.refused(unfit.why()));
            } else if (answer instanceof Answer.NoMoreJobs) {
                over = true;
                duties.stop().wake();
                return;
            } else if (answer instanceof Answer.Out) {
                duties.stop().raise(MasterStop.Reason.SENT_OUT);
            } else {
                Duration waited = Duration.ofNanos(System.nanoTime() - asked);
                duties.stop().pause(rest(duties.hold(), waited), () -> over);
            }
        }
    }

    private boolean mayAsk() throws InterruptedException {
        duties.memory().awaitRoom(duties.stop());
        return !duties.stop().isRaised();
    }

    /** A manager that has no job just now may take minutes to say ATENDI; that is waiting, too. */
    static Duration rest(Duration hold, Duration waited) {
        Duration rest = hold.minus(waited);
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    private void runJob(GivenJob job) throws IOException, InterruptedException {
        busy.incrementAndGet();
        hintAtGateway(job);
        firstJobNanos.compareAndSet(0, System.nanoTime());
        try {
            link.deliver(job, duties.executor().execute(job));
            delivered = true;
        } finally {
            busy.decrementAndGet();
        }
    }

    private void hintAtGateway(GivenJob job) {
        boolean shared = threads.size() > 1;
        if (shared && job.type().equals(TaskParcel.TYPE) && hinted.compareAndSet(false, true)) {
            LOG.info("the manager is a gateway, where workers that share a connection wait for each other;"
                    + " --separate gives each its own");
        }
    }

    private void fail(String why) {
        broken.compareAndSet(null, why);
        link.close();
        threads.forEach(Thread::interrupt);
    }

    /** Whether the manager took a result, or at least let us work for longer than this. */
    boolean wereOfUse(Duration least) {
        long first = firstJobNanos.get();
        return delivered || first != 0 && System.nanoTime() - first > least.toNanos();
    }

    /** Waits no longer for answers that only idle workers want. Any thread. */
    void leaveIfIdle() {
        if (busy.get() > 0) {
            return;
        }
        try {
            link.farewellUnasked();
        } catch (IOException alreadyBroken) {
            // Then nobody is there to hear it.
        }
        abandon();
    }

    /** Ends everything now. Any thread. */
    void abandon() {
        fail("stopped");
    }
}
