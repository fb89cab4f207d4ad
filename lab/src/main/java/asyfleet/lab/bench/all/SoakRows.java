package asyfleet.lab.bench.all;

import asyfleet.lab.bench.fleet.CommandCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The rows of what grows: memory, keys and descriptors over many tasks, and the cost of a task while others wait. */
final class SoakRows {

    static final String SECTION = "What grows, ";
    private static final int UNDER_WAY = 10;
    private static final double MEGABYTE = 1 << 20;
    private static final Duration REST = Duration.ofSeconds(3);
    private static final int SAMPLES = 12;

    private final String section;
    private final NoOpFleet fleet;
    private final Lengths lengths;

    /** Megabytes of each service, by the time. */
    private final Map<String, List<Double>> memory = new LinkedHashMap<>();

    SoakRows(Compilers compilers, NoOpFleet fleet, Lengths lengths) {
        this.section = SECTION + compilers;
        this.fleet = fleet;
        this.lengths = lengths;
    }

    Map<String, List<Double>> memory() {
        return memory;
    }

    List<BenchRow> measure() {
        List<BenchRow> rows = new ArrayList<>(backlog());
        rows.addAll(afterManyTasks());
        rows.addAll(soak());
        return rows;
    }

    private List<BenchRow> backlog() {
        List<Double> none = new ArrayList<>();
        List<Double> many = new ArrayList<>();
        for (int i = 0; i < lengths.rounds(); i++) {
            none.add(fleet.round(NoOpFleet.SLOTS, lengths.round()).cpuOfServices());
            many.add(fleet.round(NoOpFleet.SLOTS + lengths.waiting(), lengths.round())
                    .cpuOfServices());
        }
        return List.of(BenchRow.of(
                        section,
                        "processor time of a task while %,d wait".formatted(lengths.waiting()),
                        "µs",
                        Spread.of(many))
                .beside("while none waits", Spread.of(none))
                .with(Goal.ratioAtMost(1.15)));
    }

    private List<BenchRow> afterManyTasks() {
        long limit = System.nanoTime() + 3 * lengths.soak().toNanos();
        while (fleet.tasks() < lengths.tasks() && System.nanoTime() - limit < 0) {
            fleet.round(NoOpFleet.SLOTS, lengths.round());
        }
        List<BenchRow> rows = new ArrayList<>();
        fleet.services().forEach((service, pid) -> rows.add(memory(service, pid)));
        return rows;
    }

    /** Says nothing of the goal if the machine was too slow for so many tasks. */
    private BenchRow memory(String service, long pid) {
        BenchRow row = BenchRow.of(
                section,
                "resident memory, %s, after %,d tasks".formatted(service, fleet.tasks()),
                "MB",
                Spread.of(ProcessFigures.of(pid).residentBytes() / MEGABYTE));
        return fleet.tasks() < lengths.tasks()
                ? row.noting("the goal is for %,d tasks".formatted(lengths.tasks()))
                : row.with(Goal.atMost(256));
    }

    /** The figures at rest, before and after; memory also meanwhile. */
    private List<BenchRow> soak() {
        LockSupport.parkNanos(REST.toNanos());
        long keys = keys();
        int descriptors = descriptors();
        Duration piece = lengths.soak().dividedBy(SAMPLES);
        for (int i = 0; i < SAMPLES; i++) {
            fleet.round(UNDER_WAY, piece);
            fleet.services().forEach((service, pid) -> memory.computeIfAbsent(service, new_ -> new ArrayList<>())
                    .add(ProcessFigures.of(pid).residentBytes() / MEGABYTE));
        }
        LockSupport.parkNanos(REST.toNanos());
        double grown = memory.values().stream()
                .mapToDouble(samples -> samples.get(samples.size() - 1) - samples.get(samples.size() / 4))
                .max()
                .orElse(0);
        String over = " over %d s of tasks".formatted(lengths.soak().toSeconds());
        return List.of(
                BenchRow.of(section, "most memory that a service gained" + over, "MB", Spread.of(grown))
                        .with(Goal.atMost(16)),
                BenchRow.of(section, "Redis keys gained" + over, "", Spread.of(keys() - keys))
                        .with(Goal.atMost(10))
                        .noting("but for the answers to submissions, which are kept for a minute"),
                BenchRow.of(section, "descriptors gained" + over, "", Spread.of(descriptors() - descriptors))
                        .with(Goal.atMost(10)));
    }

    private long keys() {
        return new CommandCount(fleet.redisPort()).lastingKeys();
    }

    private int descriptors() {
        return fleet.services().values().stream()
                .mapToInt(pid -> ProcessFigures.of(pid).descriptors())
                .sum();
    }
}
