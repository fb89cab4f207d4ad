package asyfleet.lab.chaos.report;

import asyfleet.lab.chaos.check.FaultRow;
import asyfleet.lab.chaos.check.Violation;
import asyfleet.lab.chaos.history.FleetSample;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Ended;
import asyfleet.lab.chaos.history.HistoryEvent.Failed;
import asyfleet.lab.chaos.history.HistoryEvent.Healed;
import asyfleet.lab.chaos.history.HistoryEvent.Remarked;
import asyfleet.lab.chaos.history.HistoryEvent.Sampled;
import asyfleet.lab.chaos.history.HistoryEvent.Sent;
import asyfleet.lab.chaos.history.HistoryEvent.Struck;
import asyfleet.lab.chaos.history.HistoryEvent.Vanished;
import asyfleet.lab.chaos.history.HistoryEvent.WholeAgain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of {@code report.json}: the table, and what the plots show, thinned out so that a page can hold it.
 *
 * @param strikes every fault with its times
 * @param seconds of the samples
 * @param plots the numbers of each sample, by the name of the plot and of the line
 * @param answers good and other ends in each second
 */
record ReportData(
        long seed,
        int load,
        RunFigures run,
        List<FaultRow> faults,
        List<Violation> violations,
        List<Remarked> remarks,
        List<Strike> strikes,
        List<Integer> seconds,
        Map<String, Map<String, List<Integer>>> plots,
        Answers answers) {

    private static final int MOST_SAMPLES = 900;
    private static final int MOST_VIOLATIONS = 500;

    /** @param recovered null if the fleet was not whole again */
    record Strike(
            int number, String fault, String title, String target, double struck, Double healed, Double recovered) {

        Strike withHealed(double at) {
            return new Strike(number, fault, title, target, struck, at, recovered);
        }

        Strike withRecovered(double at) {
            return new Strike(number, fault, title, target, struck, healed, at);
        }
    }

    /** Counts by second. */
    record Answers(List<Integer> good, List<Integer> other, List<Integer> unknown) {}

    static ReportData of(ChaosReport report) {
        List<Sampled> samples = thin(report.events());
        return new ReportData(
                report.seed(),
                report.load(),
                report.figures(),
                report.faults(),
                report.violations().stream().limit(MOST_VIOLATIONS).toList(),
                report.remarks().stream().limit(MOST_VIOLATIONS).toList(),
                strikes(report.events()),
                samples.stream().map(sample -> (int) sample.at()).toList(),
                plots(samples),
                answers(report.events()));
    }

    private static List<Sampled> thin(List<HistoryEvent> events) {
        List<Sampled> all = events.stream()
                .filter(Sampled.class::isInstance)
                .map(Sampled.class::cast)
                .toList();
        int step = Math.max(1, (all.size() + MOST_SAMPLES - 1) / MOST_SAMPLES);
        List<Sampled> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += step) {
            some.add(all.get(i));
        }
        return some;
    }

    private static List<Strike> strikes(List<HistoryEvent> events) {
        Map<Integer, Strike> strikes = new LinkedHashMap<>();
        for (HistoryEvent event : events) {
            if (event instanceof Struck struck) {
                String title = struck.kind().title();
                strikes.put(
                        struck.number(),
                        new Strike(
                                struck.number(),
                                struck.kind().option(),
                                title,
                                struck.target(),
                                struck.at(),
                                null,
                                null));
            } else if (event instanceof Failed failed) {
                strikes.remove(failed.number());
            } else if (event instanceof Healed healed) {
                strikes.computeIfPresent(healed.number(), (number, was) -> was.withHealed(healed.at()));
            } else if (event instanceof WholeAgain recovered) {
                strikes.computeIfPresent(recovered.number(), (number, was) -> was.withRecovered(recovered.at()));
            }
        }
        return List.copyOf(strikes.values());
    }

    private static Map<String, Map<String, List<Integer>>> plots(List<Sampled> samples) {
        Map<String, Map<String, List<Integer>>> plots = new LinkedHashMap<>();
        samples.forEach(sampled -> add(plots, sampled.sample()));
        return plots;
    }

    private static void add(Map<String, Map<String, List<Integer>>> plots, FleetSample sample) {
        // A Redis that does not answer leaves a gap.
        add(
                plots,
                "tasks and slots",
                "slots",
                sample.queue().map(QueueSample::slots).orElse(null));
        add(
                plots,
                "tasks and slots",
                "running",
                sample.queue().map(QueueSample::executing).orElse(null));
        add(
                plots,
                "tasks and slots",
                "waiting",
                sample.queue().map(QueueSample::waiting).orElse(null));
        add(plots, "heap after collection, MB", "all processes", sample.heapMegabytes());
        add(plots, "resident memory, MB", "all processes", sample.residentMegabytes());
        add(
                plots,
                "keys in Redis",
                "keys",
                sample.queue().map(QueueSample::keys).orElse(null));
        add(plots, "descriptors", "all processes", sample.descriptors());
        add(plots, "threads", "all processes", sample.threads());
        add(plots, "cells", "open", sample.cells());
        add(plots, "temporary files", "files", sample.files());
    }

    private static void add(Map<String, Map<String, List<Integer>>> plots, String plot, String line, Integer value) {
        plots.computeIfAbsent(plot, any -> new LinkedHashMap<>())
                .computeIfAbsent(line, any -> new ArrayList<>())
                .add(value);
    }

    private static Answers answers(List<HistoryEvent> events) {
        int seconds = events.isEmpty() ? 0 : (int) events.get(events.size() - 1).at() + 1;
        int[] good = new int[seconds];
        int[] other = new int[seconds];
        int[] unknown = new int[seconds];
        Map<Integer, String> expected = new HashMap<>();
        for (HistoryEvent event : events) {
            if (event instanceof Sent sent) {
                expected.put(sent.task(), sent.expected().code());
            } else if (event instanceof Ended ended) {
                boolean right = ended.code().equals(expected.get(ended.task()));
                (right ? good : other)[(int) ended.at()]++;
            } else if (event instanceof Vanished vanished) {
                unknown[(int) vanished.at()]++;
            }
        }
        return new Answers(list(good), list(other), list(unknown));
    }

    private static List<Integer> list(int[] counts) {
        return Arrays.stream(counts).boxed().toList();
    }
}
