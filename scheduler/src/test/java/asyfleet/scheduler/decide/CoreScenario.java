package asyfleet.scheduler.decide;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A core with a clock of its own, told about tasks in words and answering in words. */
final class CoreScenario {

    private static final Order ORDER = new Order(Duration.ofSeconds(60));

    private final List<String> said = new ArrayList<>();
    private final DecisionCore core;
    private IntUnaryOperator random = size -> 0;
    private long now = 1_000_000;
    private int priority;

    private CoreScenario(SchedulingRules rules) {
        core = new DecisionCore(rules, size -> random.applyAsInt(size), decision -> said.add(inWords(decision)));
    }

    /** Three levels whose medium and slow limits are given as in {@code 10s=2,30s=1}. */
    static CoreScenario fleet(int backends, String mediumAndSlow) {
        return fleet(
                backends,
                new SchedulingRules(Levels.parse("3s," + mediumAndSlow), 200, SchedulingRules.DEFAULT.queueTimeout()));
    }

    static CoreScenario fleet(int backends, SchedulingRules rules) {
        CoreScenario scenario = new CoreScenario(rules);
        scenario.core.backends(backends, scenario.now);
        return scenario;
    }

    CoreScenario random(IntUnaryOperator random) {
        this.random = random;
        return this;
    }

    CoreScenario after(long millis) {
        now += millis;
        return this;
    }

    CoreScenario priority(int priority) {
        this.priority = priority;
        return this;
    }

    CoreScenario fast(String id) {
        return arrive(id, Demand.atMost(3_000));
    }

    CoreScenario medium(String id) {
        return arrive(id, Demand.atMost(10_000));
    }

    CoreScenario slow(String id) {
        return arrive(id, Demand.atMost(30_000));
    }

    CoreScenario byDefault(String id) {
        return arrive(id, Demand.byDefault());
    }

    CoreScenario interactive(String id) {
        return arrive(id, Demand.interactive());
    }

    CoreScenario arrive(String id, Demand demand) {
        core.arrive(new Task(id, demand, ORDER.place(now, priority), now));
        return this;
    }

    CoreScenario ahead(String id, Demand demand) {
        core.arrive(new Task(id, demand, new QueuePlace(now, priority, true), now));
        return this;
    }

    /** @param arrivedAgo milliseconds since it arrived */
    CoreScenario requeue(String id, Demand demand, long arrivedAgo) {
        core.requeue(new Task(id, demand, new QueuePlace(now, priority, true), now - arrivedAgo), now);
        return this;
    }

    CoreScenario end(String id) {
        core.end(id, now);
        return this;
    }

    CoreScenario backends(int backends) {
        core.backends(backends, now);
        return this;
    }

    CoreScenario tick() {
        core.tick(now);
        return this;
    }

    DecisionCore core() {
        return core;
    }

    /** The decisions since the last call. */
    List<String> decisions() {
        List<String> result = List.copyOf(said);
        said.clear();
        return result;
    }

    /** Forgets what was decided so far: the state that a test starts from. */
    CoreScenario given() {
        said.clear();
        return this;
    }

    private static String inWords(Decision decision) {
        return decision.accept(new Decision.Handler<>() {
            @Override
            public String on(Decision.Dispatch dispatch) {
                return "dispatch " + dispatch.id() + " " + seconds(dispatch.durationMillis());
            }

            @Override
            public String on(Decision.Downgrade downgrade) {
                return "downgrade " + downgrade.id() + " " + seconds(downgrade.durationMillis());
            }

            @Override
            public String on(Decision.Halt halt) {
                return "halt " + halt.id();
            }

            @Override
            public String on(Decision.Deny deny) {
                return "deny " + deny.id() + ": " + deny.reason().message();
            }
        });
    }

    private static String seconds(long millis) {
        if (millis == Demand.NO_LIMIT) {
            return "unlimited";
        }
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
