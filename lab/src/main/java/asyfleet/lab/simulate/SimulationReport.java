package asyfleet.lab.simulate;

import asyfleet.lab.report.Samples;
import asyfleet.lab.report.TextTable;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.QueuePlace;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The results of simulations as tables. */
final class SimulationReport {

    private static final String[] PRIORITIES = {"batch", "API", "live"};

    private SimulationReport() {}

    static String of(List<SimulationResult> results) {
        return heading(results.get(0).scenario())
                + "\nWaits in seconds; cut: ended by the duration; denied: not run; halted: gave way.\n\n"
                + waits(results)
                + "\nError of the estimates, as a share of the wait that was still to come, for waits over 1 s.\n"
                + "The usual formula is position × mean run time ÷ backends, at the same moments.\n\n"
                + estimates(results);
    }

    private static String heading(Scenario scenario) {
        return String.format(
                Locale.ROOT,
                "%d backends, levels %s, %d %% live clients, %d minutes, seed %d\n",
                scenario.backends(),
                scenario.rules().levels(),
                scenario.livePercent(),
                scenario.length().toMinutes(),
                scenario.seed());
    }

    private static TextTable waits(List<SimulationResult> results) {
        TextTable table =
                new TextTable("load, class", "tasks", "median", "95 %", "99 %", "longest", "cut", "denied", "halted");
        for (SimulationResult result : results) {
            Levels levels = result.scenario().rules().levels();
            result.classes()
                    .forEach((taskClass, of) -> table.row(
                            percent(result.scenario().load()) + " " + taskClass.name(levels),
                            Integer.toString(of.waitSeconds.count()),
                            number(of.waitSeconds.quantile(0.5)),
                            number(of.waitSeconds.quantile(0.95)),
                            number(of.waitSeconds.quantile(0.99)),
                            number(of.waitSeconds.quantile(1)),
                            Integer.toString(of.cut),
                            Integer.toString(of.denied),
                            Integer.toString(of.halted)));
        }
        return table;
    }

    private static TextTable estimates(List<SimulationResult> results) {
        TextTable table = new TextTable(
                "load, clients",
                "busy",
                "waits",
                "median of first",
                "90 % of first",
                "median of all",
                "bias",
                "usual formula",
                "messages per wait");
        for (SimulationResult result : results) {
            row(table, result, "all", estimate -> true);
            for (int priority = QueuePlace.MAX_PRIORITY; priority >= 0 && isMixed(result); priority--) {
                int only = priority;
                row(table, result, PRIORITIES[priority], estimate -> estimate.priority() == only);
            }
        }
        return table;
    }

    private static void row(TextTable table, SimulationResult result, String clients, Predicate<ToldEstimate> which) {
        Predicate<ToldEstimate> first = which.and(ToldEstimate::first);
        Samples errors = result.over(first, ToldEstimate::error);
        table.row(
                percent(result.scenario().load()) + " " + clients,
                percent(result.busyShare()),
                Integer.toString(errors.count()),
                percent(errors.quantile(0.5)),
                percent(errors.quantile(0.9)),
                percent(result.over(which, ToldEstimate::error).quantile(0.5)),
                percent(result.over(first, ToldEstimate::bias).quantile(0.5)),
                percent(result.over(first, ToldEstimate::peerError).quantile(0.5)),
                number(result.messagesPerWait()));
    }

    private static boolean isMixed(SimulationResult result) {
        return result.scenario().livePercent() < 100;
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : Math.round(share * 100) + " %";
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
    }
}
