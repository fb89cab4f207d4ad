package asyfleet.lab.chaos;

import asyfleet.config.StartFailure;
import asyfleet.lab.chaos.check.FaultTable;
import asyfleet.lab.chaos.check.HistoryChecker;
import asyfleet.lab.chaos.check.RestPromise;
import asyfleet.lab.chaos.check.Violation;
import asyfleet.lab.chaos.client.WebhookReceiver;
import asyfleet.lab.chaos.figure.ReferenceEnds;
import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.lab.chaos.fleet.FleetLayout;
import asyfleet.lab.chaos.fleet.FleetMeter;
import asyfleet.lab.chaos.fleet.RestMeter;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.FleetRest;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import asyfleet.lab.chaos.load.ChaosLoad;
import asyfleet.lab.chaos.nemesis.FaultPlan;
import asyfleet.lab.chaos.nemesis.Nemesis;
import asyfleet.lab.chaos.report.ChaosReport;
import asyfleet.process.Children;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A whole run: for each layout a fleet, its clients, and the faults; then the checker over the history of all. Used by one
 * thread.
 */
final class ChaosRun {

    /** Of the time of a run, for each fleet after the first. */
    private static final double LATER_SHARE = 0.2;

    /** Tasks of each fleet have numbers of their own, so that none has the number of another. */
    private static final int NUMBERS = 200_000;

    /** Long enough for leases to end, and for webhooks and shells to be over. */
    private static final Duration REST = Duration.ofSeconds(6);

    private static final Duration REST_LIMIT = Duration.ofSeconds(30);

    /**
     * How long clients keep a connection that they do not use. Less than the time for which a queue server serves on when it
     * is told to end: then it closes none in the moment in which its client sends a request.
     */
    private static final Duration CLIENTS_KEEP = ChaosFleet.LAME_DUCK.minusSeconds(1);

    private final ChaosSettings settings;
    private final PrintStream out;
    private int faults;
    private boolean begun;

    ChaosRun(ChaosSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Returns what was seen. The reports are the caller's. */
    ChaosReport run() throws InterruptedException, IOException {
        System.setProperty("jdk.httpclient.keepalive.timeout", String.valueOf(CLIENTS_KEEP.toSeconds()));
        Files.createDirectories(settings.directory());
        for (int i = 1; i <= settings.layouts().size(); i++) {
            ChaosFleet.prepare(fleetDirectory(i));
        }
        try (RunHistory history = new RunHistory(settings.directory().resolve("history.jsonl"));
                WebhookReceiver receiver = new WebhookReceiver(history)) {
            List<FleetLayout> layouts = settings.layouts();
            double later = LATER_SHARE * (layouts.size() - 1);
            for (int i = 0; i < layouts.size(); i++) {
                double share = i == 0 ? 1 - later : LATER_SHARE;
                tryPart(
                        layouts.get(i),
                        i + 1,
                        Duration.ofMillis((long) (settings.time().toMillis() * share)),
                        history,
                        receiver);
            }
            return judge(settings.seed(), settings.load(), history.events());
        }
    }

    private Path fleetDirectory(int number) {
        return settings.directory().resolve("fleet" + number).toAbsolutePath();
    }

    /** All that was seen before a failure counts, and the report says what failed. Without a first fleet there is none. */
    private void tryPart(FleetLayout layout, int number, Duration time, RunHistory history, WebhookReceiver receiver)
            throws InterruptedException {
        try {
            part(layout, number, time, history, receiver);
        } catch (RuntimeException e) {
            if (!begun || Children.areEnding()) {
                throw e;
            }
            e.printStackTrace(out);
            history.add(at -> new HistoryEvent.Unproven(at, "fleet " + number + " was not tried to the end: " + e));
        }
    }

    private void part(FleetLayout layout, int number, Duration time, RunHistory history, WebhookReceiver receiver)
            throws InterruptedException {
        out.printf("starting a fleet with %d slots%s%n", layout.slots(), layout.sentinel() ? " and Sentinels" : "");
        try (ChaosFleet fleet = ChaosFleet.start(layout, fleetDirectory(number), receiver.port())) {
            Nemesis nemesis = new Nemesis(fleet, history, out);
            if (!nemesis.awaitWhole()) {
                throw new StartFailure("not all processes and slots of fleet " + number + " came up");
            }
            out.println("drawing every figure alone");
            ReferenceEnds references = ReferenceEnds.draw(fleet.address());
            if (number == 1) {
                history.begin();
                begun = true;
            }
            Optional<FleetRest> before = rest(fleet, history, true, seen -> true);
            FaultPlan plan = plan(nemesis, number, time);
            try (ChaosLoad load = new ChaosLoad(
                            fleet.address(),
                            history,
                            receiver,
                            references,
                            settings.load() / 100.0,
                            settings.seed(),
                            NUMBERS * (number - 1));
                    FleetSampler sampler = new FleetSampler(
                            new FleetMeter(fleet),
                            history,
                            load,
                            settings.every().isPresent(),
                            out)) {
                double end = history.seconds() + time.toSeconds();
                if (settings.every().isPresent()) {
                    nemesis.soak(plan, settings.every().get(), faults + 1, end);
                } else {
                    nemesis.carryOut(plan, faults + 1, end);
                }
                faults += plan.steps().size();
                out.println("waiting for the last answers");
                load.finish();
            }
            if (!nemesis.awaitWhole()) {
                history.add(at -> new HistoryEvent.Unproven(at, "the fleet was not whole again after the last fault"));
            }
            rest(fleet, history, false, seen -> before.filter(first -> !RestPromise.isKept(first, seen))
                    .isEmpty());
        }
    }

    private FaultPlan plan(Nemesis nemesis, int part, Duration time) {
        List<FaultKind> possible = settings.faults().stream()
                .filter(kind -> nemesis.obstacle(kind).isEmpty())
                .toList();
        if (part == 1) {
            settings.faults().stream()
                    .filter(kind -> kind != FaultKind.REDIS_FAILOVER)
                    .sorted()
                    .forEach(kind -> nemesis.obstacle(kind)
                            .ifPresent(why -> out.printf("left out: %s (%s)%n", kind.option(), why)));
        }
        FaultPlan plan = FaultPlan.of(settings.seed() + part, possible, time, settings.every());
        out.printf(
                "the plan of seed %d; what does not fit into %d s is not carried out%n",
                settings.seed(), time.toSeconds());
        plan.steps().forEach(out::println);
        return plan;
    }

    /**
     * Waits until the fleet is at rest: what ends may take a moment to be gone.
     *
     * @param fits if the fleet holds no more than it may; after a while what it holds counts anyway
     */
    private static Optional<FleetRest> rest(
            ChaosFleet fleet, RunHistory history, boolean before, Predicate<FleetRest> fits)
            throws InterruptedException {
        Thread.sleep(REST.toMillis());
        RestMeter meter = new RestMeter(fleet);
        long deadline = System.nanoTime() + REST_LIMIT.toNanos();
        Optional<FleetRest> rest = look(meter);
        while (rest.filter(fits).isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(1000);
            rest = look(meter);
        }
        rest.ifPresentOrElse(
                seen -> history.add(at -> new HistoryEvent.Rested(at, before, seen)),
                () -> history.add(at -> new HistoryEvent.Unproven(
                        at,
                        "what the fleet holds " + (before ? "before its first task" : "after its last task")
                                + " was not seen: Redis did not answer")));
        return rest;
    }

    private static Optional<FleetRest> look(RestMeter meter) {
        try {
            return Optional.of(meter.rest());
        } catch (IOException e) {
            return Optional.empty(); // Redis may answer the next time
        }
    }

    /** The report of a history, also of one that was stored. */
    static ChaosReport judge(long seed, int load, List<HistoryEvent> events) {
        List<Violation> violations = new HistoryChecker(ChaosFleet.QUEUE_TIMEOUT.toSeconds()).check(events);
        return ChaosReport.of(seed, load, events, violations, FaultTable.of(events, violations));
    }
}
