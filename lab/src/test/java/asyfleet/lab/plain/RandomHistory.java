package asyfleet.lab.plain;

import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Events as a fleet might see them, and as only a faulty one would: tasks of every kind, ends of tasks that run, wait or
 * are gone, arrivals told twice, tasks submitted again, a fleet that grows, shrinks and vanishes.
 */
final class RandomHistory {

    private static final long[] TIMEOUTS = {500, 3_000, 3_001, 10_000, 12_000, 30_000, 90_000};
    private static final Order ORDER = new Order(Duration.ofSeconds(2));
    private static final int REMEMBERED = 40;

    private final RandomGenerator random;
    private final int maxBackends;
    private final List<Task> recent = new ArrayList<>();
    private long now = 1_000_000;
    private int counter;

    RandomHistory(RandomGenerator random, int maxBackends) {
        this.random = random;
        this.maxBackends = maxBackends;
    }

    List<Event> events(int count) {
        List<Event> events = new ArrayList<>();
        events.add(new Event.Backends(1 + random.nextInt(maxBackends), now));
        while (events.size() < count) {
            now += 1 + random.nextInt(200);
            events.add(next(random.nextInt(100)));
        }
        return events;
    }

    private Event next(int dice) {
        if (dice < 50 || recent.isEmpty()) {
            return new Event.Arrive(newTask());
        }
        if (dice < 90) {
            return new Event.End(recent.remove(random.nextInt(recent.size())).id(), now);
        }
        if (dice < 94) {
            return new Event.Backends(random.nextInt(maxBackends + 1), now);
        }
        if (dice < 96) {
            return new Event.Tick(now);
        }
        Task known = recent.get(random.nextInt(recent.size()));
        return new Event.Arrive(dice < 98 ? known : ahead(known));
    }

    private Task newTask() {
        Task task = new Task("t" + counter++, demand(), ORDER.place(now, random.nextInt(3)), now);
        recent.add(task);
        if (recent.size() > REMEMBERED) {
            recent.remove(0);
        }
        return task;
    }

    private Task ahead(Task lost) {
        QueuePlace ahead = new QueuePlace(now, lost.place().priority(), true);
        return new Task("t" + counter++, lost.demand(), ahead, now);
    }

    private Demand demand() {
        int dice = random.nextInt(10);
        if (dice < 5) {
            return Demand.byDefault();
        }
        return dice < 9 ? Demand.atMost(TIMEOUTS[random.nextInt(TIMEOUTS.length)]) : Demand.interactive();
    }
}
