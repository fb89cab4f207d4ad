package asyfleet.queueserver.delivery;

import asyfleet.redis.queueserver.ServerLease;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a queue server does again and again: says that it lives, keeps its tasks alive, and looks for news that came
 * without a wake-up. Runs on the desk of the waiting room.
 */
public final class Heartbeat {

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    private final ScheduledExecutorService desk;
    private final ServerLease lease;
    private final WaitingTasks room;
    private final Supplier<CompletionStage<Boolean>> isLed;
    private final Runnable whenLapsed;

    /**
     * @param isLed asks whether a scheduler leads
     * @param whenLapsed called when others may have taken this server for dead in the meantime
     */
    public Heartbeat(
            ScheduledExecutorService desk,
            ServerLease lease,
            WaitingTasks room,
            Supplier<CompletionStage<Boolean>> isLed,
            Runnable whenLapsed) {
        this.desk = desk;
        this.lease = lease;
        this.room = room;
        this.isLed = isLed;
        this.whenLapsed = whenLapsed;
    }

    /**
     * How often.
     *
     * @param lease shorter than the lease's life, so that one lost renewal harms nothing
     * @param tasks shorter than the life of a task's keys
     * @param sweep how late news may be whose wake-up was lost
     * @param scheduler how late it is noticed that none leads
     */
    public record Periods(Duration lease, Duration tasks, Duration sweep, Duration scheduler) {

        public static final Periods DEFAULT = new Periods(
                Duration.ofSeconds(1), Duration.ofSeconds(200), Duration.ofSeconds(15), Duration.ofSeconds(5));
    }

    public void start(Periods periods) {
        every(periods.lease(), this::renewLease);
        every(periods.tasks(), room::renew);
        every(periods.sweep(), room::sweep);
        every(periods.scheduler(), this::lookForScheduler);
    }

    /** After a reconnect Redis may have forgotten us and our tasks, and wake-ups may have been missed. */
    public void reconnected() {
        desk.execute(this::renewLease);
        room.renew();
        room.sweep();
    }

    private void every(Duration period, Runnable action) {
        long millis = period.toMillis();
        desk.scheduleAtFixedRate(action, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** No answer says nothing: a Redis that is away is another trouble. */
    private void lookForScheduler() {
        isLed.get().thenAccept(led -> {
            if (!led) {
                room.unscheduled();
            }
        });
    }

    private void renewLease() {
        lease.renew().whenComplete((held, failure) -> {
            if (failure != null) {
                LOG.warn("lease not renewed server={} reason={}", lease.id(), failure.toString());
            } else if (!held) {
                LOG.warn("lease had lapsed server={}", lease.id());
                whenLapsed.run();
                room.renew();
            }
        });
    }
}
