package asyfleet.lab.simulate;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import asyfleet.scheduler.estimate.Estimate;
import asyfleet.scheduler.estimate.EstimateTracker;
import asyfleet.scheduler.estimate.Estimator;
import asyfleet.scheduler.estimate.Experience;
import asyfleet.scheduler.estimate.VirtualFleet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A fleet under load on virtual time: the real core decides, the real estimator looks ahead, and only clients and
 * backends are made up. Events are played in the order of time: arrivals, ends, and estimates at a steady pace.
 */
final class Simulation implements VirtualFleet.Workload {

    private static final long ESTIMATES_EVERY_MILLIS = 250;
    private static final Order ORDER = new Order(Duration.ofSeconds(60));
    private static final int SAMPLES_FOR_MEAN = 200_000;

    /** A task that was made up, and what its client was told while it waited. */
    private static final class Client {
        final TaskClass taskClass;
        final long runMillis;
        final List<SentEstimate> sentEstimates = new ArrayList<>();

        Client(TaskClass taskClass, long runMillis) {
            this.taskClass = taskClass;
            this.runMillis = runMillis;
        }
    }

    private record SentEstimate(long at, long estimateMillis, long peerMillis) {}

    private final Scenario scenario;
    private final SimulationResult result;
    private final SimulatedLoad load;
    private final VirtualFleet fleet;
    private final Experience experience;
    private final Estimator estimator;
    private final EstimateTracker tracker = new EstimateTracker(EstimateTracker.Thresholds.DEFAULT);
    private final Map<String, Client> clients = new HashMap<>();
    private final double meanGapMillis;
    private double meanRunMillis = 1_000;
    private long counter;

    private Simulation(Scenario scenario) {
        Levels levels = scenario.rules().levels();
        Random random = new Random(scenario.seed());
        this.scenario = scenario;
        this.result = new SimulationResult(scenario);
        this.load = new SimulatedLoad(levels, scenario.livePercent(), random);
        this.fleet = new VirtualFleet(scenario.rules(), random::nextInt, this);
        this.experience = new Experience(levels);
        this.estimator = new Estimator(scenario.rules(), ORDER);
        double promised = new SimulatedLoad(levels, scenario.livePercent(), new Random(scenario.seed()))
                .meanPromisedMillis(SAMPLES_FOR_MEAN);
        this.meanGapMillis = promised / (scenario.load() * scenario.backends());
    }

    static SimulationResult run(Scenario scenario) {
        Simulation simulation = new Simulation(scenario);
        simulation.play();
        return simulation.result;
    }

    private void play() {
        long end = scenario.length().toMillis();
        fleet.backends(scenario.backends(), 0);
        double nextArrival = 0;
        long nextEstimates = 0;
        while (true) {
            long nextEnd = fleet.nextEnd().orElse(Long.MAX_VALUE);
            long next = Math.min(nextEnd, Math.min((long) nextArrival, nextEstimates));
            if (next >= end) {
                return;
            }
            if (next == nextEnd) {
                fleet.playNextEnd();
            } else if (next == (long) nextArrival) {
                arrive(next);
                nextArrival += load.nextGapMillis(meanGapMillis);
            } else {
                estimate(next);
                nextEstimates += ESTIMATES_EVERY_MILLIS;
            }
        }
    }

    private void arrive(long now) {
        TaskClass taskClass = load.nextClass();
        String id = Long.toString(1_000_000 + counter++);
        clients.put(id, new Client(taskClass, load.nextRunMillis(taskClass)));
        QueuePlace place = ORDER.place(now, load.nextPriority());
        Task task = new Task(id, taskClass.demand(scenario.rules().levels()), place, now);
        experience.arrived(task);
        fleet.arrive(task);
    }

    private void estimate(long now) {
        fleet.pass(now);
        if (fleet.waiting() == 0) {
            return;
        }
        Snapshot state = fleet.snapshot();
        Map<String, Integer> positions = new HashMap<>();
        state.waiting().forEach(task -> positions.put(task.id(), positions.size() + 1));
        for (Estimate estimate : tracker.news(estimator.estimate(state, experience.forecast(now), now), now)) {
            long peer = Math.round(positions.get(estimate.id()) * meanRunMillis / scenario.backends());
            clients.get(estimate.id()).sentEstimates.add(new SentEstimate(now, estimate.waitMillis(), peer));
        }
    }

    @Override
    public long totalMillis(Task task, long elapsedMillis) {
        return clients.get(task.id()).runMillis;
    }

    @Override
    public void started(Task task, long now) {
        Client client = clients.get(task.id());
        result.of(client.taskClass).waitSeconds.add((now - task.arrivedAt()) / 1000.0);
        List<ToldEstimate> estimates = new ArrayList<>();
        for (SentEstimate sent : client.sentEstimates) {
            int priority = task.place().priority();
            long trueMillis = now - sent.at;
            estimates.add(
                    new ToldEstimate(priority, estimates.isEmpty(), sent.estimateMillis, sent.peerMillis, trueMillis));
        }
        result.addEstimates(estimates);
    }

    @Override
    public void ended(ActiveRun run, boolean halted, long now) {
        Client client = clients.remove(run.task().id());
        SimulationResult.ClassResult classResult = result.of(client.taskClass);
        long ran = now - run.startedAt();
        result.busy(ran);
        if (halted) {
            classResult.halted++;
            experience.cut(run, now);
            return;
        }
        classResult.cut += ran < client.runMillis ? 1 : 0;
        experience.ended(run, now);
        if (run.task().demand().kind() != TaskKind.INTERACTIVE) {
            meanRunMillis += (ran - meanRunMillis) / 200;
        }
    }

    @Override
    public void denied(Decision.Deny deny, long now) {
        result.of(clients.remove(deny.id()).taskClass).denied++;
    }
}
