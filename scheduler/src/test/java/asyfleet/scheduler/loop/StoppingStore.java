package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.scheduler.SchedulerStore;
import asyfleet.redis.scheduler.Sweep;
import asyfleet.redis.scheduler.TakeEvents;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A store that ends the process right after a call was carried out, before anybody saw its answer. */
final class StoppingStore implements SchedulerStore {

    private final SchedulerStore real;
    private final BooleanSupplier stopsNow;

    /** @param stopsNow asked after each call */
    StoppingStore(SchedulerStore real, BooleanSupplier stopsNow) {
        this.real = real;
        this.stopsNow = stopsNow;
    }

    /** The process is gone. */
    static final class Killed extends RuntimeException {}

    @Override
    public FleetState read() {
        return stopOrGoOn(real.read());
    }

    @Override
    public Events take(TakeEvents.Known known) {
        return stopOrGoOn(real.take(known));
    }

    @Override
    public List<String> apply(List<QueueCommand> decisions) {
        return stopOrGoOn(real.apply(decisions));
    }

    @Override
    public Sweep sweep(Collection<String> servers) {
        return stopOrGoOn(real.sweep(servers));
    }

    @Override
    public void abandon(Collection<String> tasks) {
        real.abandon(tasks);
        stopOrGoOn(null);
    }

    @Override
    public void publish(Map<String, Duration> estimates) {
        real.publish(estimates);
        stopOrGoOn(null);
    }

    private <T> T stopOrGoOn(T answer) {
        if (stopsNow.getAsBoolean()) {
            throw new Killed();
        }
        return answer;
    }
}
