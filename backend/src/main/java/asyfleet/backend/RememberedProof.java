package asyfleet.backend;

import asyfleet.backend.sandbox.attack.SelfTest;
import asyfleet.backend.warm.CacheMarks;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The self-test of a sandbox, before the first task or, if the same sandbox is known to have held, while the first tasks
 * run. A sandbox that does not hold then is closed at once, which ends all tasks, and its process ends.
 */
final class RememberedProof implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RememberedProof.class);

    /** Attacks the sandbox; blocks for some seconds. */
    interface AttackRound {
        List<SelfTest.Outcome> carryOut() throws IOException;
    }

    private final CacheMarks marks;
    private final AttackRound attacks;
    private final Runnable onBreach;
    private volatile boolean closed; // set by who closes the sandbox, read by the thread of the attacks

    /** @param onBreach ends what still runs; called on a thread of its own */
    RememberedProof(CacheMarks marks, AttackRound attacks, Runnable onBreach) {
        this.marks = marks;
        this.attacks = attacks;
        this.onBreach = onBreach;
    }

    /** Blocks until the sandbox has held, and does not remember it. */
    void first() throws IOException {
        List<SelfTest.Outcome> outcomes = attacks.carryOut();
        SelfTest.requireContained(outcomes);
        LOG.info("sandbox holds attacks={}", outcomes.size());
    }

    /**
     * The same, unless it held under this key before; then the attacks follow in the background.
     *
     * @param key of all that makes it hold
     * @return completes when the attacks are over
     */
    CompletableFuture<Void> unlessRemembered(String key) throws IOException {
        String mark = "sandbox-holds-" + key;
        if (marks.has(mark)) {
            LOG.info("sandbox held before, attacked again now");
            return CompletableFuture.runAsync(() -> again(mark), RememberedProof::runInBackground);
        }
        first();
        remember(mark);
        return CompletableFuture.completedFuture(null);
    }

    private static void runInBackground(Runnable attacks) {
        Thread thread = new Thread(attacks, "self-test");
        thread.setDaemon(true);
        thread.start();
    }

    private void remember(String mark) {
        try {
            marks.put(mark);
        } catch (IOException e) {
            LOG.warn("the next start cannot know that the sandbox held reason={}", e.getMessage());
        }
    }

    private void again(String mark) {
        try {
            first();
            remember(mark); // or it would be deleted as unused
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                LOG.error("sandbox does not hold any more: all tasks are ended", e);
                forget(mark);
                onBreach.run();
            }
        }
    }

    /** Says that the sandbox is about to be closed, from when on attacks that cannot be tried mean nothing. */
    @Override
    public void close() {
        closed = true;
    }

    private void forget(String mark) {
        try {
            marks.remove(mark);
        } catch (IOException e) {
            LOG.error("the next start will not know that the sandbox does not hold", e);
        }
    }
}
