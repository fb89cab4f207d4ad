package asyfleet.lab.chaos.fleet;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.process.Children;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A process of the fleet under a supervisor: a thread of its own that starts it again a moment after it has ended, as a
 * service manager would, and looks whether it is ready.
 *
 * <p>Synchronized: the nemesis breaks it, its supervisor starts it, the sampler looks at it.
 */
public final class SupervisedProcess implements AutoCloseable {

    private static final Duration RESTART_AFTER = Duration.ofSeconds(1);
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private final String name;
    private final MemberRole role;
    private final ChildCommand command;
    private final Predicate<SupervisedProcess> answers;
    private final Thread supervisor;

    private UnaryOperator<ChildCommand> change = UnaryOperator.identity();
    private ChildProcess process;
    private long startedNanos;
    private long endedNanos;
    private boolean held;
    private boolean closed;
    private boolean stopped;
    private boolean ready;
    private int disturbances;
    private int starts;

    /**
     * A member that is not started yet.
     *
     * @param answers whether the process says that it is ready; asked often, may take a second
     */
    SupervisedProcess(String name, MemberRole role, ChildCommand command, Predicate<SupervisedProcess> answers) {
        this.name = name;
        this.role = role;
        this.command = command;
        this.answers = answers;
        this.supervisor = new Thread(this::supervise, "supervisor-of-" + name);
        supervisor.setDaemon(true);
    }

    SupervisedProcess start() {
        startProcess();
        supervisor.start();
        return this;
    }

    private synchronized void startProcess() {
        if (!closed) {
            process = change.apply(command).start();
            startedNanos = System.nanoTime();
            starts++;
        }
    }

    private void supervise() {
        while (!isClosed() && !Children.areEnding()) {
            if (isDueToStart()) {
                startProcess();
            }
            look();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized boolean isDueToStart() {
        if (process.isAlive()) {
            endedNanos = System.nanoTime();
            return false;
        }
        ready = false;
        return !held && System.nanoTime() - endedNanos > RESTART_AFTER.toNanos();
    }

    /** Without the lock while it asks. What was asked before a disturbance does not count. */
    private void look() {
        int before = disturbances();
        boolean now = answers.test(this);
        synchronized (this) {
            if (disturbances == before) {
                ready = now && process.isAlive() && !stopped;
            }
        }
    }

    private synchronized int disturbances() {
        return disturbances;
    }

    private void disturb() {
        disturbances++;
        ready = false;
    }

    /** SIGKILL. The supervisor starts it again. */
    public synchronized void kill() {
        disturb();
        process.kill();
        stopped = false;
    }

    /** SIGTERM; does not wait. The supervisor starts it again when it has ended. */
    public synchronized void terminate() {
        disturb();
        process.terminate();
    }

    /** SIGSTOP. */
    public synchronized void stop() {
        disturb();
        stopped = true;
        signal("STOP");
    }

    /** SIGCONT. */
    public synchronized void resume() {
        stopped = false;
        if (process.isAlive()) {
            signal("CONT");
        }
    }

    private void signal(String signal) {
        ChildCommand.of("kill", "-" + signal, String.valueOf(process.pid())).run();
    }

    /** It is not started again until it is let go. */
    public synchronized void hold() {
        held = true;
    }

    public synchronized void letGo() {
        held = false;
    }

    /** From the next start on, the command is changed this way. */
    public synchronized void startWith(UnaryOperator<ChildCommand> changed) {
        change = changed;
    }

    public String name() {
        return name;
    }

    public MemberRole role() {
        return role;
    }

    public synchronized long pid() {
        return process.pid();
    }

    public synchronized boolean isReady() {
        return ready;
    }

    /** How often it was started: a change shows that it was restarted. */
    public synchronized int starts() {
        return starts;
    }

    /** For a program that says nothing of itself. */
    synchronized boolean runsFor(Duration time) {
        return process.isAlive() && System.nanoTime() - startedNanos > time.toNanos();
    }

    void awaitReady(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline) {
                throw new StartFailure(name + " was not ready within " + limit.toSeconds() + " s");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** SIGTERM, and waits for its end. */
    @Override
    public void close() {
        ChildProcess last;
        synchronized (this) {
            closed = true;
            resume();
            last = process;
        }
        last.close();
    }
}
