package asyfleet.lab.chaos.fleet;

import asyfleet.config.StartFailure;
import asyfleet.lab.chaos.history.FleetRest;
import asyfleet.lab.chaos.history.FleetSample;
import asyfleet.process.ChildCommand;
import asyfleet.redis.schema.RedisKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The observer of all that a fleet holds while it has nothing to do. Used by one thread. */
public final class RestMeter {

    private static final String KEYS_AT_A_TIME = "500";
    private static final String NEVER = "-1";

    /** The part of a file's name that is different for each process. */
    private static final Pattern RANDOM = Pattern.compile("\\d{4,}");

    private final ChaosFleet fleet;

    public RestMeter(ChaosFleet fleet) {
        this.fleet = fleet;
    }

    /**
     * Every JVM collects its garbage first.
     *
     * @throws IOException if Redis does not answer
     */
    public FleetRest rest() throws IOException {
        fleet.services().forEach(RestMeter::collectGarbage);
        try (RedisProbe redis = new RedisProbe(fleet.redisPort())) {
            List<String> keys = keys(redis);
            FleetSample sample = new FleetMeter(fleet).sample();
            return new FleetRest(
                    count(redis, "SCARD", RedisKeys.BACKEND_SET),
                    queued(redis),
                    held(redis, keys),
                    sum(redis, "SCARD", keys, RedisKeys.API_OWNED),
                    lasting(redis, keys),
                    sample.processes(),
                    sample.cells(),
                    strays(),
                    files());
        }
    }

    private static void collectGarbage(SupervisedProcess member) {
        try {
            ChildCommand.of(ChildCommand.jdk("jcmd"), String.valueOf(member.pid()), "GC.run")
                    .run();
        } catch (StartFailure e) {
            return; // it does not run or does not answer: who compares will miss it, or see all of its heap
        }
    }

    private static int queued(RedisProbe redis) throws IOException {
        return count(redis, "ZCARD", RedisKeys.QUEUE)
                + count(redis, "LLEN", RedisKeys.INCOMING)
                + count(redis, "LLEN", RedisKeys.FINISHED)
                + count(redis, "HLEN", RedisKeys.EXECUTING)
                + count(redis, "HLEN", RedisKeys.DURATIONS)
                + count(redis, "SCARD", RedisKeys.PROCESSING)
                + count(redis, "XLEN", RedisKeys.OUTCOMING);
    }

    private static int count(RedisProbe redis, String command, String key) throws IOException {
        return Math.toIntExact((Long) redis.call(command, key));
    }

    private static int sum(RedisProbe redis, String command, List<String> keys, String prefix) throws IOException {
        int sum = 0;
        for (String key : keys) {
            sum += key.startsWith(prefix) ? count(redis, command, key) : 0;
        }
        return sum;
    }

    /** Counts what living servers hold; what a dead one held does not count. */
    private static int held(RedisProbe redis, List<String> keys) throws IOException {
        Set<String> alive = keys.stream()
                .filter(key -> key.startsWith(RedisKeys.SERVER))
                .map(key -> key.substring(RedisKeys.SERVER.length()))
                .collect(Collectors.toSet());
        List<String> counted = keys.stream()
                .filter(key -> key.startsWith(RedisKeys.LIMITER_HELD))
                .filter(key -> alive.contains(
                        key.substring(RedisKeys.LIMITER_HELD.length()).split(":")[0]))
                .toList();
        return sum(redis, "ZCARD", counted, RedisKeys.LIMITER_HELD);
    }

    private static List<String> keys(RedisProbe redis) throws IOException {
        List<String> keys = new ArrayList<>();
        String cursor = "0";
        do {
            List<?> page = (List<?>) redis.call("SCAN", cursor, "COUNT", KEYS_AT_A_TIME);
            cursor = page.get(0).toString();
            ((List<?>) page.get(1)).forEach(key -> keys.add(key.toString()));
        } while (!cursor.equals("0"));
        return keys;
    }

    private static List<String> lasting(RedisProbe redis, List<String> keys) throws IOException {
        List<String> lasting = new ArrayList<>();
        for (String key : keys) {
            // The others are those of the schema, of which there is one each.
            if (key.contains(":") && redis.call("PTTL", key).toString().equals(NEVER)) {
                lasting.add(key);
            }
        }
        return lasting.stream().sorted().toList();
    }

    private static Stream<ProcessHandle> family(SupervisedProcess member) {
        return ProcessHandle.of(member.pid()).stream().flatMap(ProcessHandle::descendants);
    }

    /** Processes that carry the directory of this run in their environment, though no process of the fleet has them. */
    private List<String> strays() {
        Set<Long> known = fleet.members().stream()
                .flatMap(member ->
                        Stream.concat(Stream.of(member.pid()), family(member).map(ProcessHandle::pid)))
                .collect(Collectors.toSet());
        return ProcessHandle.allProcesses()
                .filter(process -> !known.contains(process.pid()) && isOfThisRun(process))
                .map(process -> process.pid() + " " + process.info().command().orElse("?"))
                .toList();
    }

    private boolean isOfThisRun(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", String.valueOf(process.pid()), "environ"));
            return new String(environment, StandardCharsets.ISO_8859_1)
                    .contains(fleet.directory().root() + "/");
        } catch (IOException e) {
            return false; // it has ended, or is not ours
        }
    }

    private List<String> files() {
        Path root = fleet.directory().root();
        return fleet.members().stream()
                .flatMap(member -> fleet.files(member).stream())
                .map(file -> RANDOM.matcher(root.relativize(file).toString()).replaceAll("#"))
                .sorted()
                .toList();
    }
}
