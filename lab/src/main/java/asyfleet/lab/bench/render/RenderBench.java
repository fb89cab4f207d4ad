package asyfleet.lab.bench.render;

import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.execute.Slots;
import asyfleet.backend.warm.WarmStart;
import asyfleet.lab.report.Samples;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The measurement of every figure in every way, by turns, so that whatever else the machine does meets all ways alike.
 * Ratios are what to trust.
 */
final class RenderBench {

    private static final String BY_HAND = "by hand";
    private static final String COLD = "backend cold";
    private static final String WARM = "backend warm";

    /** Untimed turns: the second makes a warm backend keep what a figure wants, the others find it. */
    private static final int WARM_UP = 4;

    private final WarmStart cold;
    private final WarmStart warm;
    private final int rounds;

    RenderBench(WarmStart cold, WarmStart warm, int rounds) {
        this.cold = cold;
        this.warm = warm;
        this.rounds = rounds;
    }

    int run(List<TimedFigure> figures, PrintStream out) throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        try (Slots coldSlots = slots(cold, cores);
                Slots warmSlots = slots(warm, cores)) {
            Map<String, Way> ways = new LinkedHashMap<>();
            ways.put(BY_HAND, Way::byHand);
            ways.put(COLD, Way.slot(coldSlots.all().get(0)));
            ways.put(WARM, Way.slot(warmSlots.all().get(0)));
            latency(figures, ways, out);
            throughput(figures.get(0), coldSlots, warmSlots, out);
        }
        return 0;
    }

    private static Slots slots(WarmStart start, int count) {
        return new Slots(Slots.Count.of(count), start.sandbox(), ExecutionLimits.DEFAULT, start::launcher);
    }

    private void latency(List<TimedFigure> figures, Map<String, Way> ways, PrintStream out) throws Exception {
        out.printf("One figure at a time, median ms (p95), %d rounds, ways by turns%n%n", rounds);
        out.printf(
                "| %-22s | %-11s | %-12s | %-12s | cold / by hand | warm / by hand |%n", "figure", BY_HAND, COLD, WARM);
        out.println("|---|---|---|---|---|---|");
        for (TimedFigure figure : figures) {
            Map<String, Samples> times = time(figure, ways);
            double hand = times.get(BY_HAND).median();
            out.printf(
                    "| %-22s | %-11s | %-12s | %-12s | %14.2f | %14.2f |%n",
                    figure.name(),
                    show(times.get(BY_HAND)),
                    show(times.get(COLD)),
                    show(times.get(WARM)),
                    times.get(COLD).median() / hand,
                    times.get(WARM).median() / hand);
        }
    }

    private static String show(Samples times) {
        return "%.0f (%.0f)".formatted(times.median(), times.p95());
    }

    private Map<String, Samples> time(TimedFigure figure, Map<String, Way> ways) throws Exception {
        Map<String, List<Long>> nanos = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            for (Map.Entry<String, Way> way : ways.entrySet()) {
                long time = way.getValue().draw(figure);
                if (round >= 0) {
                    nanos.computeIfAbsent(way.getKey(), name -> new ArrayList<>())
                            .add(time);
                }
            }
        }
        Map<String, Samples> times = new LinkedHashMap<>();
        nanos.forEach((name, each) -> times.put(name, Samples.ofNanosAsMillis(each)));
        return times;
    }

    /** All slots busy: what counts then is the work, not the wait. */
    private void throughput(TimedFigure figure, Slots coldSlots, Slots warmSlots, PrintStream out) {
        List<Double> coldRates = new ArrayList<>();
        List<Double> warmRates = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            coldRates.add(figuresPerSecond(figure, coldSlots));
            warmRates.add(figuresPerSecond(figure, warmSlots));
        }
        double cold = coldRates.stream().sorted().toList().get(1);
        double warm = warmRates.stream().sorted().toList().get(1);
        out.printf(
                "%nAll %d slots busy, %s: cold %.1f figures/s, warm %.1f figures/s, %.1f times as many%n",
                coldSlots.all().size(), figure.name(), cold, warm, warm / cold);
    }

    private double figuresPerSecond(TimedFigure figure, Slots slots) {
        long start = System.nanoTime();
        CompletableFuture<?>[] workers = slots.all().stream()
                .map(slot -> CompletableFuture.runAsync(
                        () -> repeat(Way.slot(slot), figure), worker -> new Thread(worker, "bench-slot").start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(workers).join();
        return rounds * workers.length / ((System.nanoTime() - start) / 1e9);
    }

    private void repeat(Way way, TimedFigure figure) {
        try {
            for (int i = 0; i < rounds; i++) {
                way.draw(figure);
            }
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
