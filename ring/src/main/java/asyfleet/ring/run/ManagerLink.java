package asyfleet.ring.run;

import asyfleet.ring.link.RingLink;
import asyfleet.ring.link.SharedSecret;
import asyfleet.ring.protocol.ManagerMessage;
import asyfleet.ring.protocol.RingProtocolException;
import asyfleet.ring.protocol.RingState;
import asyfleet.ring.protocol.RunnerMessage;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connection that all workers share. One lock, held for a whole exchange: while one asks for a job, or brings a
 * result, the others wait. The lock is fair, so that a worker that asks again and again does not keep a result waiting.
 */
final class ManagerLink implements Closeable {

    /** A manager that has no job just now may take its time; see also the gateway's, which is shorter. */
    private static final Duration ANSWER = Duration.ofMinutes(5);

    private final RingLink<ManagerMessage, RunnerMessage> link;
    private final ReentrantLock lock = new ReentrantLock(true);
    private boolean interrupted; // guarded by the lock: whether an exchange did not come to its end

    ManagerLink(RingLink<ManagerMessage, RunnerMessage> link) {
        this.link = link;
    }

    /**
     * Initialization: hail, version, group.
     *
     * @throws RefusedException if the manager speaks another version or is of another group
     * @throws SilentManagerException if it does not answer our hail
     */
    void join(RunnerConnection.Identity identity) throws IOException {
        hail(identity.hail());
        link.send(new RunnerMessage.Understood());
        String invited = link.receive(ManagerMessage.Group.class).name();
        if (!invited.equals(identity.group())) {
            throw new RefusedException("the manager's group is '" + invited + "', expected '" + identity.group() + "'");
        }
        link.send(new RunnerMessage.Yes());
        link.pause(); // PETO follows
    }

    /** The first part of it, up to the version. */
    void hail(RunnerMessage.Hail hail) throws IOException {
        link.send(hail);
        String version = version(hail);
        if (!version.equals(ManagerMessage.Version.CURRENT)) {
            throw new RefusedException("the manager speaks version " + version + " of the protocol, expected "
                    + ManagerMessage.Version.CURRENT);
        }
    }

    private String version(RunnerMessage.Hail hail) throws IOException {
        try {
            return link.receive(ManagerMessage.Version.class).version();
        } catch (SocketTimeoutException silent) {
            throw new SilentManagerException(hail.hostname(), silent);
        } catch (RingProtocolException e) {
            if (link.heard(SharedSecret.CHALLENGE)) {
                throw new RefusedException("the manager asks for a secret; expected one in ASYFLEET_RING_SECRET");
            }
            throw e;
        }
    }

    /** RunJob, up to the point where the job is here. */
    Answer request() throws IOException, InterruptedException {
        return exchange(() -> {
            link.send(new RunnerMessage.JobRequest());
            ManagerMessage answer = link.receive(ANSWER);
            if (answer instanceof ManagerMessage.Job job) {
                link.send(new RunnerMessage.Ready());
                if (job.size() == 0) {
                    link.pause(); // nothing will come, and our next message must not join this one
                }
                byte[] contents = link.receive(ManagerMessage.Contents.class).bytes();
                return answer(job, contents);
            }
            return Answer.of(answer);
        });
    }

    private Answer answer(ManagerMessage.Job job, byte[] contents) {
        GivenJob given = new GivenJob(job.name(), job.type(), contents, link.isPeerOurs());
        return contents.length == job.size()
                ? new Answer.Run(given)
                : new Answer.TooLong(
                        given, "the job has " + job.size() + " bytes; this runner takes at most " + link.mostBytes());
    }

    /** SendOutcome. */
    void deliver(GivenJob job, JobOutcome outcome) throws IOException, InterruptedException {
        exchange(() -> {
            String status = outcome.success() ? RunnerMessage.Result.SUCCESS : RunnerMessage.Result.FAILURE;
            link.send(new RunnerMessage.Result(job.name(), status, outcome.output().length));
            link.receive(ManagerMessage.Ready.class);
            link.send(new RunnerMessage.Contents(outcome.output()));
            return link.receive(ManagerMessage.Received.class);
        });
    }

    /** Said by the last worker. */
    void farewell() throws IOException, InterruptedException {
        exchange(() -> {
            link.send(new RunnerMessage.Farewell());
            return null;
        });
    }

    /** Said while a worker waits for an answer that nobody wants any more. Any thread. */
    void farewellUnasked() throws IOException {
        if (lock.isLocked()) {
            link.sendLast(new RunnerMessage.Farewell());
        }
    }

    /** Notices that the manager left while all workers are busy, and nobody else reads. */
    void checkManager() throws IOException {
        if (lock.tryLock()) {
            try {
                if (!interrupted && link.state() == RingState.IDLE) {
                    link.checkPeer();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private interface ManagerCall<T> {
        T run() throws IOException;
    }

    private <T> T exchange(ManagerCall<T> exchange) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            if (interrupted) {
                throw new IOException("the connection broke while another worker used it");
            }
            interrupted = true;
            T outcome = exchange.run();
            interrupted = false;
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    /** Ends whatever a worker waits for. Any thread. */
    @Override
    public void close() {
        link.close();
    }
}
