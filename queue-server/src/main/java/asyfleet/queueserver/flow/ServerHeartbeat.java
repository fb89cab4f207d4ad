package asyfleet.queueserver.flow;

import asyfleet.redis.connection.RedisFailure;
import asyfleet.redis.queueserver.QueueServerStore;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repeated duties of a queue server: it renews its lease, renews its tasks, and reads news of which no message came.
 * Runs on the server's thread.
 */
public final class ServerHeartbeat {

    private static final Logger LOG = LoggerFactory.getLogger(ServerHeartbeat.class);

    private final ScheduledExecutorService thread;
    private final QueueServerStore store;
    private final WaitingTasks waiting;
    private final Runnable whenLapsed;

    /** @param whenLapsed called when others may have taken this server for dead in the meantime */
    public ServerHeartbeat(
            ScheduledExecutorService thread, QueueServerStore store, WaitingTasks waiting, Runnable whenLapsed) {
        this.thread = thread;
        this.store = store;
        this.waiting = waiting;
        this.whenLapsed = whenLapsed;
    }

    /**
     * The times between two runs of each duty.
     *
     * @param lease shorter than the lease's life, so that one lost renewal harms nothing
     * @param tasks shorter than the life of a task's keys
     * @param sweep how late news may be whose wake-up was lost
     * @param scheduler how late it is noticed that none leads
     * @param backends how late it is noticed that there is none, or one again
     */
    public record Periods(Duration lease, Duration tasks, Duration sweep, Duration scheduler, Duration backends) {

        public static final Periods DEFAULT = new Periods(
                Duration.ofSeconds(1),
                Duration.ofSeconds(200),
                Duration.ofSeconds(15),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1));
    }

    public void start(Periods periods) {
        every(periods.lease(), this::renewLease);
        every(periods.tasks(), waiting::renew);
        every(periods.sweep(), waiting::sweep);
        every(periods.scheduler(), this::lookForScheduler);
        every(periods.backends(), this::lookForBackends);
        lookForBackends();
    }

    /** After a reconnect Redis may have forgotten us and our tasks, and wake-ups may have been missed. */
    public void reconnected() {
        store.doubtLease();
        thread.execute(this::renewLease);
        waiting.renew();
        waiting.sweep();
    }

    private void every(Duration period, Runnable action) {
        long millis = period.toMillis();
        thread.scheduleAtFixedRate(action, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** No answer says nothing: a Redis that is away is another trouble. */
    private void lookForScheduler() {
        store.isLed().thenAccept(waiting::scheduler);
    }

    private void lookForBackends() {
        store.hasBackends().thenAccept(waiting::backends);
    }

    private void renewLease() {
        store.renewLease().whenComplete((held, failure) -> {
            if (failure != null) {
                LOG.warn("lease not renewed server={} reason={}", store.serverId(), RedisFailure.inWords(failure));
            } else if (!held) {
                LOG.warn("lease had lapsed server={}", store.serverId());
                whenLapsed.run();
                waiting.renew();
            }
        });
    }
}
