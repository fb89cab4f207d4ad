package asyfleet.lab.bench.fleet;

import asyfleet.process.ChildCommand;
import asyfleet.redis.schema.RedisKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The count of commands that a Redis carries out, by its own statistics. */
public record CommandCount(int redisPort) {

    private static final Pattern CALLS = Pattern.compile("(?m)^cmdstat_[^:]+:calls=([0-9]+)");
    private static final Pattern READS = Pattern.compile("(?m)^total_reads_processed:([0-9]+)");

    private static final Pattern PROCESS = Pattern.compile("(?m)^process_id:([0-9]+)");

    /**
     * The commands and reads within some time.
     *
     * @param commands those that scripts call included
     * @param reads portions that arrived over the network: what was sent in one go counts once
     */
    public record Rate(double commands, double reads, double seconds) {

        /** The rate of the work alone, if something else went on at the other rate all the time. */
        public Rate without(Rate background) {
            double share = seconds / background.seconds;
            return new Rate(commands - background.commands * share, reads - background.reads * share, seconds);
        }
    }

    public Rate during(Runnable work) {
        long calls = sum("commandstats", CALLS);
        long reads = sum("stats", READS);
        long started = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - started) / 1e9;
        return new Rate(sum("commandstats", CALLS) - calls, sum("stats", READS) - reads, seconds);
    }

    /** The number of the Redis process. */
    public long process() {
        return sum("server", PROCESS);
    }

    /** Keys that are there now, but for the answers to submissions, each of which is remembered for a minute. */
    public long lastingKeys() {
        return cli("--scan")
                .lines()
                .filter(key -> !key.startsWith(RedisKeys.SUBMISSION))
                .count();
    }

    private String cli(String... arguments) {
        List<String> command = new ArrayList<>(List.of("redis-cli", "-p", String.valueOf(redisPort)));
        command.addAll(List.of(arguments));
        return ChildCommand.of(command.toArray(String[]::new)).run();
    }

    private long sum(String section, Pattern figure) {
        String info = cli("info", section);
        return figure.matcher(info.replace("\r", ""))
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }
}
