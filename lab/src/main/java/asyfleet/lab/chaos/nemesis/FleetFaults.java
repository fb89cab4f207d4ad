package asyfleet.lab.chaos.nemesis;

import asyfleet.config.StartFailure;
import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.lab.chaos.fleet.FleetMeter;
import asyfleet.lab.chaos.fleet.MemberRole;
import asyfleet.lab.chaos.fleet.SupervisedProcess;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.nemesis.FleetFault.Act;
import asyfleet.lab.chaos.proxy.ProxyLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The faults that a fleet can have, made for the steps of a plan. Any thread may use it. */
final class FleetFaults {

    private static final Duration SLOW = Duration.ofMillis(200);
    private static final Duration RESTART_LIMIT = Duration.ofSeconds(180);

    private static final Set<FaultKind> OF_THE_RING = EnumSet.of(
            FaultKind.KILL_GATEWAY,
            FaultKind.KILL_RUNNER,
            FaultKind.STOP_GATEWAY,
            FaultKind.STOP_RUNNER,
            FaultKind.TERM_GATEWAY,
            FaultKind.TERM_RUNNER);

    private final ChaosFleet fleet;
    private final ProcessFaults processes;

    FleetFaults(ChaosFleet fleet) {
        this.fleet = fleet;
        this.processes = new ProcessFaults(fleet);
    }

    /** Why this fleet or this machine cannot have it; empty if it can. */
    Optional<String> obstacle(FaultKind kind) {
        if (fleet.layout().sentinel() != (kind == FaultKind.REDIS_FAILOVER)) {
            return Optional.of("a fleet with Sentinels has failovers, and only these");
        }
        if (!fleet.layout().ring() && OF_THE_RING.contains(kind)) {
            return Optional.of("no ring in this fleet");
        }
        return processes.obstacle(kind);
    }

    FleetFault of(FaultStep step) {
        return switch (step.kind()) {
            case KILL_BACKEND -> kill(member(MemberRole.BACKEND, step));
            case KILL_SCHEDULER -> kill(fleet.leader());
            case KILL_STANDBY -> kill(standby());
            case KILL_QUEUE_SERVER -> kill(member(MemberRole.QUEUE_SERVER, step));
            case KILL_GATEWAY -> kill(member(MemberRole.GATEWAY, step));
            case KILL_RUNNER -> kill(member(MemberRole.RUNNER, step));
            case KILL_REDIS -> killRedis(() -> {});
            case KILL_REDIS_EMPTY -> killRedis(fleet::forgetRedisData);
            case STOP_BACKEND -> stop(member(MemberRole.BACKEND, step));
            case STOP_SCHEDULER -> stop(fleet.leader());
            case STOP_STANDBY -> stop(standby());
            case STOP_QUEUE_SERVER -> stop(member(MemberRole.QUEUE_SERVER, step));
            case STOP_GATEWAY -> stop(member(MemberRole.GATEWAY, step));
            case STOP_RUNNER -> stop(member(MemberRole.RUNNER, step));
            case STOP_REDIS -> stop(fleet.redisMaster());
            case TERM_BACKEND -> terminate(member(MemberRole.BACKEND, step));
            case TERM_SCHEDULER -> terminate(fleet.leader());
            case TERM_STANDBY -> terminate(standby());
            case TERM_QUEUE_SERVER -> terminate(member(MemberRole.QUEUE_SERVER, step));
            case TERM_GATEWAY -> restart(member(MemberRole.GATEWAY, step));
            case TERM_RUNNER -> restart(member(MemberRole.RUNNER, step));
            case ROLLING_RESTART -> new FleetFault(FleetMeter.EVERYBODY, this::restartAll, Act.NOTHING);
            case BACKENDS_GONE -> backendsGone();
            case UNREACHABLE_BACKEND, CUT_BACKEND -> link(backendLink(step), ProxyLink::cut);
            case HALF_OPEN_BACKEND -> link(backendLink(step), ProxyLink::halfOpen);
            case DELAY_BACKEND -> link(backendLink(step), link -> link.delay(SLOW));
            case CUT_REDIS -> link(redisLink(step), ProxyLink::cut);
            case HALF_OPEN_REDIS -> link(redisLink(step), ProxyLink::halfOpen);
            case SLOW_REDIS ->
                new FleetFault(
                        FleetMeter.EVERYBODY,
                        () -> fleet.redisLinks().forEach(link -> link.delay(SLOW)),
                        () -> fleet.redisLinks().forEach(ProxyLink::heal));
            case FULL_REDIS -> processes.fullRedis();
            case REDIS_FAILOVER -> failover(fleet.redisMaster());
            case CUT_CLIENTS -> link(new Named("clients", fleet.front()), ProxyLink::cut);
            case HALF_OPEN_CLIENTS -> link(new Named("clients", fleet.front()), ProxyLink::halfOpen);
            case DELAY_CLIENTS -> link(new Named("clients", fleet.front()), link -> link.delay(SLOW));
            case FULL_DISK -> processes.fullDisk();
            case NO_DESCRIPTORS -> processes.noDescriptors(member(MemberRole.BACKEND, step));
            case CLOCK_JUMP -> processes.clockJump(any(jumpers(), step));
        };
    }

    private SupervisedProcess member(MemberRole role, FaultStep step) {
        return any(fleet.members(role), step);
    }

    /** A scheduler that does not lead. */
    private SupervisedProcess standby() {
        SupervisedProcess leader = fleet.leader();
        return fleet.members(MemberRole.SCHEDULER).stream()
                .filter(member -> member != leader)
                .findFirst()
                .orElse(leader);
    }

    private static <T> T any(List<T> choices, FaultStep step) {
        return choices.get(step.choice() % choices.size());
    }

    private static FleetFault kill(SupervisedProcess member) {
        return new FleetFault(member.name(), member::kill, Act.NOTHING);
    }

    private static FleetFault terminate(SupervisedProcess member) {
        return new FleetFault(member.name(), member::terminate, Act.NOTHING);
    }

    private static FleetFault stop(SupervisedProcess member) {
        return new FleetFault(member.name(), member::stop, member::resume);
    }

    private FleetFault killRedis(Act whileAway) {
        SupervisedProcess redis = fleet.redisMaster();
        Act strike = () -> {
            redis.hold();
            redis.kill();
            whileAway.carryOut();
        };
        return new FleetFault(redis.name(), strike, redis::letGo);
    }

    /** The runner of the ring has a slot as well. */
    private FleetFault backendsGone() {
        List<SupervisedProcess> backends = Stream.of(MemberRole.BACKEND, MemberRole.RUNNER)
                .flatMap(role -> fleet.members(role).stream())
                .toList();
        Act strike = () -> {
            backends.forEach(SupervisedProcess::hold);
            backends.forEach(SupervisedProcess::kill);
        };
        return new FleetFault(FleetMeter.EVERYBODY, strike, () -> backends.forEach(SupervisedProcess::letGo));
    }

    private void restartAll() throws InterruptedException {
        for (SupervisedProcess member : fleet.services()) {
            terminateAndWait(member);
        }
    }

    /** Of a program that says nothing of itself: that it still finishes its tasks is not seen from outside. */
    private static FleetFault restart(SupervisedProcess member) {
        return new FleetFault(member.name(), () -> terminateAndWait(member), Act.NOTHING);
    }

    /** Until it runs again. */
    private static void terminateAndWait(SupervisedProcess member) throws InterruptedException {
        int before = member.starts();
        member.terminate();
        long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
        while ((member.starts() == before || !member.isReady()) && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
    }

    /** The old master comes back when the Sentinels have chosen another. A replica that lags would bring back old data. */
    private FleetFault failover(SupervisedProcess master) {
        if (!fleet.redisIsInSync()) {
            throw new StartFailure("the replica is not in sync");
        }
        Act strike = () -> {
            master.hold();
            master.kill();
            long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
            while (fleet.redisMaster() == master && System.nanoTime() < deadline) {
                Thread.sleep(100);
            }
        };
        return new FleetFault(master.name(), strike, master::letGo);
    }

    /** A link and who is behind it. */
    private record Named(String name, ProxyLink link) {}

    private Named backendLink(FaultStep step) {
        SupervisedProcess backend = member(MemberRole.BACKEND, step);
        return new Named(backend.name(), fleet.backendLink(backend.name()));
    }

    /** Those who talk to Redis: not the runner. */
    private Named redisLink(FaultStep step) {
        SupervisedProcess service = any(jumpers(), step);
        return new Named(service.name(), fleet.redisLink(service.name()));
    }

    private List<SupervisedProcess> jumpers() {
        List<SupervisedProcess> members = new ArrayList<>();
        Stream.of(MemberRole.QUEUE_SERVER, MemberRole.SCHEDULER, MemberRole.BACKEND)
                .forEach(role -> members.addAll(fleet.members(role)));
        return members;
    }

    private static FleetFault link(Named named, Consumer<ProxyLink> harm) {
        return new FleetFault(named.name, () -> harm.accept(named.link), named.link::heal);
    }
}
