package asyfleet.lab.bench.render;

import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.execute.Slot;
import asyfleet.backend.execute.Slots;
import asyfleet.backend.warm.WarmStart;
import asyfleet.lab.bench.fleet.BareAsy;
import asyfleet.lab.report.Samples;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The comparison of the ways in which a figure in three dimensions becomes a picture: in a cell with an X server, by hand
 * with one, and by hand as vectors. Every way has its turn in every round. The last picture of each is kept, to be looked at.
 */
final class SolidsBench {

    /** A way to draw; it fails with a word on why. */
    private interface Drawing {
        Drawn draw(TimedFigure figure) throws Exception;
    }

    /** A picture and the time that it took. */
    record Drawn(long nanos, byte[] picture) {}

    private static final String IN_CELL = "cell";
    private static final String BY_HAND = "hand";
    private static final String VECTORS = "vectors";

    private final int rounds;
    private final Path output;
    private final PrintStream out;

    SolidsBench(int rounds, Path output, PrintStream out) {
        this.rounds = rounds;
        this.output = output;
        this.out = out;
    }

    int run(WarmStart warm, List<TimedFigure> figures, List<Format> formats) throws IOException {
        out.printf("Median ms (least to most), %d rounds, ways by turns; pictures are in %s%n%n", rounds, output);
        out.println(
                "| figure | format | in a cell, X server | by hand, X server | by hand, -render=0 | cell / by hand |");
        out.println("|---|---|---|---|---|---|");
        try (Slots slots = new Slots(Slots.Count.of(1), warm.sandbox(), ExecutionLimits.DEFAULT, warm::launcher)) {
            Slot slot = slots.all().get(0);
            for (TimedFigure figure : figures) {
                for (Format format : formats) {
                    compare(figure.in(format), slot);
                }
            }
        }
        return 0;
    }

    private void compare(TimedFigure figure, Slot slot) throws IOException {
        Map<String, Drawing> ways = new LinkedHashMap<>();
        ways.put(IN_CELL, one -> Way.drawnBy(slot, one));
        ways.put(BY_HAND, one -> byHand(one, BareAsy.Solids.BY_X_SERVER));
        if (figure.format() != Format.HTML) {
            ways.put(VECTORS, one -> byHand(one, BareAsy.Solids.AS_VECTORS));
        }
        Map<String, Samples> times = new LinkedHashMap<>();
        Map<String, String> failures = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (var way : ways.entrySet()) {
                try {
                    Drawn drawn = way.getValue().draw(figure);
                    times.computeIfAbsent(way.getKey(), name -> new Samples()).add(drawn.nanos() / 1e6);
                    keep(figure, way.getKey(), drawn.picture());
                } catch (Exception e) {
                    failures.put(way.getKey(), e.getMessage());
                }
            }
        }
        print(figure, times, failures);
    }

    private static Drawn byHand(TimedFigure figure, BareAsy.Solids solids) throws Exception {
        long start = System.nanoTime();
        byte[] picture = BareAsy.picture(figure.source(), figure.options(), solids);
        return new Drawn(System.nanoTime() - start, picture);
    }

    private void keep(TimedFigure figure, String way, byte[] picture) throws IOException {
        String name = figure.name() + "." + way + "." + figure.format().wire();
        Files.write(output.resolve(name), picture);
    }

    private void print(TimedFigure figure, Map<String, Samples> times, Map<String, String> failures) {
        List<String> cells =
                new ArrayList<>(List.of(figure.name(), figure.format().wire()));
        for (String way : List.of(IN_CELL, BY_HAND, VECTORS)) {
            cells.add(times.containsKey(way) ? show(times.get(way)) : failures.containsKey(way) ? "failed" : "");
        }
        boolean both = times.containsKey(IN_CELL) && times.containsKey(BY_HAND);
        cells.add(
                both
                        ? "%.2f"
                                .formatted(times.get(IN_CELL).median()
                                        / times.get(BY_HAND).median())
                        : "");
        out.println("| " + String.join(" | ", cells) + " |");
        failures.forEach((way, why) -> out.printf("<!-- %s %s %s: %s -->%n", figure.name(), figure.format(), way, why));
    }

    private static String show(Samples times) {
        return "%.0f (%.0f to %.0f)".formatted(times.median(), times.quantile(0), times.quantile(1));
    }
}
