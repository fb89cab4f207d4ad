package asyfleet.lab.bench.all;

import asyfleet.lab.bench.fleet.BareAsy;
import asyfleet.lab.bench.fleet.Figures;
import asyfleet.lab.bench.fleet.FleetProbe;
import asyfleet.lab.bench.fleet.LocalFleet;
import asyfleet.lab.report.Samples;
import asyfleet.process.ChildProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The rows of real figures, beside {@code asy} by hand. */
final class FigureRows {

    private static final String SECTION = "The picture: real figures, two slots, " + Compilers.ofLauncher();
    private static final String BY_HAND = "asy by hand";
    private static final int SLOTS = 2;
    private static final int FIRST = 5;
    private static final int CROWD = 50;
    private static final int FOR_CLIENT = 1000;
    private static final double MICROS_PER_MILLI = 1000;

    private final Lengths lengths;
    private List<Long> services = List.of();

    FigureRows(Lengths lengths) {
        this.lengths = lengths;
    }

    List<BenchRow> measure() throws IOException, InterruptedException {
        warmUpClient();
        try (LocalFleet fleet = LocalFleet.create()) {
            ChildProcess scheduler = fleet.scheduler(Map.of("QUEUE_TIMEOUT", "30m"));
            ChildProcess backend = fleet.backend(Map.of("ASYFLEET_SLOTS", String.valueOf(SLOTS)));
            ChildProcess server = fleet.queueServer(Map.of());
            services = List.of(scheduler.pid(), backend.pid(), server.pid());
            try (FleetProbe probe = new FleetProbe(server.address())) {
                List<BenchRow> rows = new ArrayList<>();
                rows.add(young(probe));
                rows.add(crowd(probe));
                rows.addAll(warm(probe, backend.pid()));
                rows.add(besideEndless(probe));
                return rows;
            }
        }
    }

    /** On another fleet: the client is Java as well, and what it has to compile is not the time of the fleet. */
    private static void warmUpClient() {
        try (LocalFleet fleet = LocalFleet.create()) {
            fleet.scheduler(Map.of());
            fleet.noOpBackend(SLOTS);
            try (FleetProbe probe =
                    new FleetProbe(fleet.queueServer(LocalFleet.FOR_ONE_CALLER).address())) {
                probe.crowd(FOR_CLIENT);
            }
        }
    }

    private BenchRow young(FleetProbe probe) {
        probe.labelled(FIRST);
        int count = Math.min(95, 3 * lengths.figures());
        return BenchRow.of(
                        SECTION,
                        "overhead of the fleet, figures 6 to " + (FIRST + count) + " after the start, p50",
                        "ms",
                        Spread.of(probe.labelled(count).overhead().median()))
                .with(Goal.atMost(6));
    }

    /** Also warms up. */
    private BenchRow crowd(FleetProbe probe) {
        List<Double> rates = new ArrayList<>();
        long limit = System.nanoTime() + lengths.warmUp().toNanos();
        double compilers;
        do {
            double all = micros(ProcessFigures::cpuMicros);
            double compiling = micros(ProcessFigures::compilerMicros);
            long began = System.nanoTime();
            probe.crowd(CROWD);
            rates.add(CROWD / ((System.nanoTime() - began) / 1e9));
            compilers =
                    (micros(ProcessFigures::compilerMicros) - compiling) / (micros(ProcessFigures::cpuMicros) - all);
        } while (System.nanoTime() - limit < 0 && (!WarmUp.isQuiet(compilers) || rates.size() < lengths.figures() / 4));
        return BenchRow.of(SECTION, "labelled figures/s, 16 clients", "/s", Spread.of(rates))
                .noting("warms up the fleet for the rows below; in the last of %d rounds the compilers took %s"
                        .formatted(rates.size(), Goal.percent(compilers)));
    }

    private double micros(ToDoubleFunction<ProcessFigures> figure) {
        return services.stream()
                .mapToDouble(pid -> figure.applyAsDouble(ProcessFigures.of(pid)))
                .sum();
    }

    /** Ours and by hand by turns. */
    private List<BenchRow> warm(FleetProbe probe, long backend) throws IOException, InterruptedException {
        List<Double> total = new ArrayList<>();
        List<Double> overhead = new ArrayList<>();
        List<Double> byHand = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        List<Double> cpuByHand = new ArrayList<>();
        long we = ProcessHandle.current().pid();
        for (int i = 0; i < lengths.rounds(); i++) {
            double before = ProcessFigures.withChildrenMicros(backend);
            FleetProbe.Split split = probe.labelled(lengths.figures());
            cpu.add((ProcessFigures.withChildrenMicros(backend) - before) / lengths.figures() / MICROS_PER_MILLI);
            total.add(split.total().median());
            overhead.add(split.overhead().median());
            double ours = ProcessFigures.ofChildrenMicros(we);
            Samples bare = BareAsy.draw(Figures.LABELLED, lengths.figures());
            cpuByHand.add((ProcessFigures.ofChildrenMicros(we) - ours) / lengths.figures() / MICROS_PER_MILLI);
            byHand.add(bare.median());
        }
        return List.of(
                BenchRow.of(SECTION, "labelled figure → SVG, warm, p50", "ms", Spread.of(total))
                        .beside(BY_HAND, Spread.of(byHand))
                        .with(Goal.ratioAtMost(0.2)),
                BenchRow.of(SECTION, "processor time of a labelled figure", "ms", Spread.of(cpu))
                        .beside(BY_HAND, Spread.of(cpuByHand))
                        .noting("backend and cells; the next cell is made meanwhile"),
                BenchRow.of(SECTION, "overhead of the fleet, warm, p50", "ms", Spread.of(overhead))
                        .with(Goal.atMost(3))
                        .noting("time of the client minus `time` of the answer"));
    }

    private BenchRow besideEndless(FleetProbe probe) throws IOException, InterruptedException {
        List<Double> more = new ArrayList<>();
        List<Double> moreByHand = new ArrayList<>();
        for (int i = 0; i < lengths.rounds(); i++) {
            int figures = Math.max(5, lengths.figures() / 3);
            double alone = probe.quick(figures).median();
            more.add(probe.quickBesideEndless(figures).median() - alone);
            double aloneByHand = BareAsy.draw(Figures.SHORT, figures).median();
            moreByHand.add(BareAsy.drawBesideEndless(Figures.SHORT, figures).median() - aloneByHand);
        }
        return BenchRow.of(SECTION, "quick figure beside an endless loop: more time, p50", "ms", Spread.of(more))
                .beside(BY_HAND, Spread.of(moreByHand))
                .with(Goal.atMost(10));
    }
}
