package asyfleet.lab.chaos.fleet;

import asyfleet.lab.chaos.history.FleetSample;
import asyfleet.lab.chaos.history.FleetSample.ProcessSample;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import asyfleet.redis.schema.RedisKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The observer of a fleet from outside, by Redis, {@code /proc} and the directories. Used by one thread. */
public final class FleetMeter {

    /** The target of a fault that strikes all members. */
    public static final String EVERYBODY = "all";

    private static final String CELL = "bwrap";

    private final ChaosFleet fleet;

    public FleetMeter(ChaosFleet fleet) {
        this.fleet = fleet;
    }

    public FleetSample sample() {
        List<SupervisedProcess> members = fleet.members();
        return new FleetSample(
                queue(),
                members.stream().flatMap(member -> process(member).stream()).toList(),
                members.stream().mapToInt(FleetMeter::cells).sum(),
                members.stream().mapToInt(member -> fleet.files(member).size()).sum());
    }

    /** Whether all processes are ready, all replicas in sync, and exactly the slots of all processes registered. */
    public boolean isWhole() {
        return fleet.members().stream().allMatch(SupervisedProcess::isReady)
                && fleet.redisIsInSync()
                && queue().filter(seen -> seen.slots() == fleet.layout().slots())
                        .isPresent();
    }

    /**
     * The members that a fault strikes.
     *
     * @param target a member, or all of them; anything else has nothing to start
     */
    public List<String> members(String target) {
        return fleet.members().stream()
                .map(SupervisedProcess::name)
                .filter(name -> target.equals(EVERYBODY) || name.equals(target))
                .toList();
    }

    /** Whether a member is ready; a Redis is when its replica is in sync. */
    public boolean isReady(String name) {
        return fleet.members().stream()
                .filter(member -> member.name().equals(name))
                .allMatch(member -> member.isReady() && (member.role() != MemberRole.REDIS || fleet.redisIsInSync()));
    }

    /** In one step, so that the numbers fit together. */
    public Optional<QueueSample> queue() {
        try (RedisProbe redis = new RedisProbe(fleet.redisPort())) {
            List<?> seen = redis.together(List.of(
                    new String[] {"SCARD", RedisKeys.BACKEND_SET},
                    new String[] {"ZCARD", RedisKeys.QUEUE},
                    new String[] {"LLEN", RedisKeys.INCOMING},
                    new String[] {"HVALS", RedisKeys.EXECUTING},
                    new String[] {"DBSIZE"}));
            List<?> durations = (List<?>) seen.get(3);
            int slots = number(seen.get(0));
            int slow = (int) durations.stream().filter(FleetMeter::isSlow).count();
            int slowLimit = Math.max(1, (int) (slots * ChaosFleet.SLOW_SHARE));
            int waiting = number(seen.get(1)) + number(seen.get(2));
            return Optional.of(new QueueSample(slots, waiting, durations.size(), slow, slowLimit, number(seen.get(4))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A shell counts at no level, and has a duration longer than any. */
    static boolean isSlow(Object duration) {
        if (!duration.toString().matches("[0-9.]+")) {
            return false;
        }
        double seconds = Double.parseDouble(duration.toString());
        return seconds > ChaosFleet.SHORT_LEVEL.toSeconds() && seconds <= ChaosFleet.LONG_LEVEL.toSeconds();
    }

    private static int number(Object answer) {
        return Math.toIntExact((Long) answer);
    }

    private Optional<ProcessSample> process(SupervisedProcess member) {
        Path proc = Path.of("/proc", String.valueOf(member.pid()));
        try (Stream<Path> descriptors = Files.list(proc.resolve("fd"))) {
            List<String> status = Files.readAllLines(proc.resolve("status"));
            int heap = HeapLog.lastMegabytes(fleet.directory().of(member.name()).resolve(HeapLog.NAME));
            return Optional.of(new ProcessSample(
                    member.name(),
                    field(status, "VmRSS:") >> 10,
                    heap,
                    (int) descriptors.count(),
                    field(status, "Threads:")));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty(); // it does not run, or ended while it was looked at
        }
    }

    private static int field(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private static int cells(SupervisedProcess member) {
        return (int) ProcessHandle.of(member.pid()).stream()
                .flatMap(ProcessHandle::children)
                .filter(child -> child.info()
                        .command()
                        .filter(name -> name.endsWith(CELL))
                        .isPresent())
                .count();
    }
}
