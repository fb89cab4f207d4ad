package asyfleet.scheduler.explain;

import asyfleet.redis.scheduler.Inspection;
import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.loop.Recovered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page that {@code scheduler explain} prints. Pure: one look at the fleet in, text out. */
final class Explanation {

    private final Inspection seen;
    private final Levels levels;
    private final Snapshot state;
    private final Reasons reasons;
    private final Map<String, Long> submitted = new HashMap<>();

    /** @param mostRunning how many tasks may run however many backends live */
    Explanation(Inspection seen, SchedulingRules rules, int mostRunning) {
        this.seen = seen;
        this.levels = rules.levels();
        Recovered recovered = Recovered.from(seen.state(), levels);
        recovered.tasks().forEach(task -> submitted.put(task.task().id(), task.submittedMillis()));
        Snapshot found = recovered.state();
        this.state = new Snapshot(Math.min(found.backends(), mostRunning), found.waiting(), found.running());
        this.reasons = new Reasons(rules, state);
    }

    /** @param first how many waiting tasks to list */
    String text(int first) {
        return summary() + '\n' + levelTable() + '\n' + queue(first) + why() + '\n';
    }

    private String summary() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("leader", leader()));
        rows.add(List.of("backends", backends()));
        rows.add(List.of(
                "running", state.running().size() + " tasks, " + seen.claimed() + " of them claimed by a slot"));
        rows.add(List.of("waiting", seen.waiting() + " tasks"));
        rows.add(List.of(
                "not taken in",
                seen.notTakenIn().arrivals() + " arrivals, " + seen.notTakenIn().endings() + " endings"));
        return Texts.table(rows);
    }

    private String leader() {
        if (seen.leader().token().isEmpty()) {
            return "none: nobody decides until a scheduler runs";
        }
        return "token " + seen.leader().token() + ", its lease lives "
                + Texts.seconds(seen.leader().leaseLeft().toMillis()) + " more unless renewed";
    }

    private String backends() {
        int live = seen.state().backends();
        return state.backends() < live ? live + " live, " + state.backends() + " may be used" : live + " live";
    }

    private String levelTable() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("level", "duration", "running", "this long or longer", "limit", ""));
        for (int level = 0; level < levels.count(); level++) {
            rows.add(List.of(
                    Integer.toString(level),
                    Texts.seconds(levels.durationMillis(level)),
                    Long.toString(runningAt(level)),
                    Integer.toString(reasons.runningFrom(level)),
                    Integer.toString(reasons.limit(level)),
                    reasons.reached(level) ? "reached" : ""));
        }
        return Texts.table(rows);
    }

    private long runningAt(int level) {
        return state.running().stream()
                .map(ActiveRun::level)
                .filter(at -> at == level)
                .count();
    }

    private String queue(int first) {
        if (state.waiting().isEmpty()) {
            return "";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("place", "task", "asks for", "level", "priority", "submitted"));
        for (Task task :
                state.waiting().subList(0, Math.min(first, state.waiting().size()))) {
            rows.add(List.of(
                    Integer.toString(rows.size()),
                    task.id(),
                    Texts.demand(task),
                    Integer.toString(reasons.levelOf(task)),
                    Texts.priority(task),
                    Texts.seconds(Math.max(0, seen.state().nowMillis() - submitted.get(task.id()))) + " ago"));
        }
        int more = seen.waiting() - (rows.size() - 1);
        return Texts.table(rows) + (more > 0 ? "… and " + more + " more\n" : "") + '\n';
    }

    private String why() {
        List<String> sentences = reasons.sentences(seen.state().nowMillis());
        return sentences.stream().map(Texts::wrap).collect(Collectors.joining("\n"));
    }
}
