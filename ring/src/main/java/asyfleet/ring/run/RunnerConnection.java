package asyfleet.ring.run;

import asyfleet.retry.Backoff;
import asyfleet.ring.link.LinkLimits;
import asyfleet.ring.link.RingLink;
import asyfleet.ring.link.SharedSecret;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.link.WrongSecretException;
import asyfleet.ring.protocol.RingProtocolException;
import asyfleet.ring.protocol.RunnerMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the manager, made again whenever it breaks, with ever longer pauses, until the manager has no more
 * jobs, refuses us, or MASTERSTOP is raised.
 *
 * <p>Owned by the thread that calls it; only {@link #leaveIfIdle} and {@link #disconnect} are for others.
 */
final class RunnerConnection implements Callable<RunnerConnection.End> {

    private static final Logger LOG = LoggerFactory.getLogger(RunnerConnection.class);

    /** The way it ended. */
    enum End {
        DONE,
        STOPPED
    }

    /**
     * The manager to connect to, and the identity to connect as.
     *
     * @param stay whether to come back after the manager had no more jobs
     */
    record Destination(
            InetSocketAddress manager,
            Identity identity,
            LinkLimits limits,
            Optional<SharedSecret> secret,
            boolean stay) {

        Destination as(String name) {
            return new Destination(manager, identity.as(name), limits, secret, stay);
        }
    }

    /**
     * The name of the runner, as the manager hears it.
     *
     * @param plain whether the manager is not told that the runner is ours
     */
    record Identity(String name, String group, boolean plain) {

        Identity as(String other) {
            return new Identity(other, group, plain);
        }

        RunnerMessage.Hail hail() {
            return plain ? new RunnerMessage.Hail(name) : RunnerMessage.Hail.marked(name);
        }
    }

    private final Destination destination;
    private final int workers;
    private final Workers.Duties duties;
    private final Watchdog watchdog;
    private final Pauses pauses;
    private volatile Workers current; // set by the owner, read by who ends it

    RunnerConnection(Destination destination, int workers, Workers.Duties duties, Watchdog watchdog, Pauses pauses) {
        this.destination = destination;
        this.workers = workers;
        this.duties = duties;
        this.watchdog = watchdog;
        this.pauses = pauses;
    }

    /**
     * @throws RefusedException if this manager will never be ours
     * @throws WrongSecretException if it does not share our secret
     */
    @Override
    public End call() throws IOException, InterruptedException {
        while (!duties.stop().isRaised()) {
            try {
                attend();
                LOG.info("{} manager={}", whyItEnded(), destination.manager());
                if (!destination.stay() && !duties.stop().isRaised()) {
                    return End.DONE;
                }
            } catch (RefusedException | WrongSecretException e) {
                throw e;
            } catch (SilentManagerException e) {
                LOG.warn("not connected manager={} cause={}", destination.manager(), e.getMessage());
            } catch (IOException | RingProtocolException e) {
                LOG.info("not connected manager={} cause={}", destination.manager(), e.getMessage());
            }
            duties.stop().pause(pauses.next(), () -> false);
        }
        return End.STOPPED;
    }

    private String whyItEnded() {
        if (duties.stop().wasSentOut()) {
            return "sent out: too many jobs failed, or the manager takes no plain runners";
        }
        return duties.stop().isRaised() ? "stopped" : "no more jobs";
    }

    private void attend() throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            // Looked up anew each time: the manager may have moved.
            InetSocketAddress manager = new InetSocketAddress(
                    destination.manager().getHostString(), destination.manager().getPort());
            socket.connect(
                    manager, Math.toIntExact(destination.limits().silence().toMillis()));
            ManagerLink link = new ManagerLink(RingLink.toManager(socket, destination.limits(), watchdog));
            if (destination.secret().isPresent()) {
                check(destination.secret().get(), socket, link);
            }
            link.join(destination.identity());
            LOG.info(
                    "joined manager={} group={}",
                    manager,
                    destination.identity().group());
            current = new Workers(workers, link, duties);
            current.run();
        } finally {
            // Having joined is not enough: a manager that drops whoever joins would be asked again and again.
            if (current != null && current.wereOfUse(pauses.pause())) {
                pauses.reset();
            }
            current = null;
        }
    }

    private void check(SharedSecret secret, Socket socket, ManagerLink link) throws IOException {
        try {
            secret.checkManager(socket);
        } catch (SocketTimeoutException silent) {
            // A manager that asks for none waits for our hail as we wait for its challenge; one that hangs answers
            // neither.
            link.hail(destination.identity().hail());
            throw new RefusedException("the manager asks for no secret; start it with the same, or us without");
        }
    }

    /** MASTERSTOP was raised: does not wait for answers that only idle workers want. Any thread. */
    void leaveIfIdle() {
        Workers now = current;
        if (now != null) {
            now.leaveIfIdle();
        }
    }

    /** Breaks the connection, whatever runs. Any thread. */
    void disconnect() {
        Workers now = current;
        if (now != null) {
            now.abandon();
        }
    }

    /** Pauses between attempts: soon at first, then every half minute. */
    static class Pauses {

        private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(30));

        private final DoubleSupplier jitter;
        private int failures;

        /** @param jitter random numbers, so that the runners of a manager that restarts do not all come at once */
        Pauses(DoubleSupplier jitter) {
            this.jitter = jitter;
        }

        Duration next() {
            failures++;
            return BACKOFF.pause(failures, jitter.getAsDouble());
        }

        /** The whole of the pause that comes next. */
        private Duration pause() {
            return BACKOFF.pause(failures + 1);
        }

        void reset() {
            failures = 0;
        }
    }
}
