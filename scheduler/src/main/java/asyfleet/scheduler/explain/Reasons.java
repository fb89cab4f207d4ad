package asyfleet.scheduler.explain;

import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sentences that say why the first task in the queue is not dispatched. The core that decides is asked what it
 * would do now, and which of its limits are reached. Used by one thread.
 */
final class Reasons {

    private final SchedulingRules rules;
    private final Levels levels;
    private final Snapshot state;
    private final DecisionCore core;

    Reasons(SchedulingRules rules, Snapshot state) {
        this.rules = rules;
        this.levels = rules.levels();
        this.state = state;
        this.core = new DecisionCore(rules, size -> 0, decision -> {});
        core.resume(state);
    }

    int limit(int level) {
        return core.limit(level);
    }

    int runningFrom(int level) {
        return core.runningFrom(level);
    }

    boolean reached(int level) {
        return core.runningFrom(level) >= core.limit(level);
    }

    int levelOf(Task task) {
        return task.demand().kind() == TaskKind.SPECIFIC
                ? levels.levelFor(task.demand().millis())
                : 0;
    }

    /** Sentences about the head of the queue, and about the first task that is not passed over if that is another. */
    List<String> sentences(long nowMillis) {
        if (state.waiting().isEmpty()) {
            return List.of("Nobody waits.");
        }
        Task head = state.waiting().get(0);
        List<String> sentences = new ArrayList<>();
        sentences.add("Task " + head.id() + " is the head of the queue.");
        Optional<Integer> passedOverFrom = passedOverFrom(head);
        if (wouldDispatch(head, nowMillis)) {
            sentences.add("The leader's next turn dispatches it: its level has room and a backend is free.");
        } else if (passedOverFrom.isPresent()) {
            sentences.add(passedOver(passedOverFrom.get()));
            sentences.add(nextUnder(passedOverFrom.get()));
        } else {
            sentences.add(noBackend("It"));
        }
        return sentences;
    }

    private boolean wouldDispatch(Task task, long nowMillis) {
        List<Decision> decisions = new ArrayList<>();
        DecisionCore ahead = new DecisionCore(rules, size -> 0, decisions::add);
        ahead.resume(state);
        ahead.tick(nowMillis);
        return decisions.stream()
                .anyMatch(decision ->
                        decision instanceof Decision.Dispatch && decision.id().equals(task.id()));
    }

    /** The fastest level whose reached limit keeps the task, and all as slow as that, from being looked at. */
    private Optional<Integer> passedOverFrom(Task head) {
        for (int level = 1; level <= levelOf(head); level++) {
            if (reached(level)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }

    private String passedOver(int level) {
        return "It is passed over: it asks for level " + levelOf(state.waiting().get(0)) + ", and the limit of level "
                + level + " is reached (" + count(level) + " may run for " + Texts.seconds(levels.durationMillis(level))
                + " or longer), with no default task among them that could get a shorter duration.";
    }

    private String nextUnder(int level) {
        Optional<Task> next =
                state.waiting().stream().filter(task -> levelOf(task) < level).findFirst();
        if (next.isEmpty()) {
            return "Nobody behind it asks for less, so all wait until one of those ends.";
        }
        return "The first behind it that asks for less is task " + next.get().id() + ". " + noBackend("That one");
    }

    private String noBackend(String who) {
        if (core.backends() == 0) {
            return who + " waits because no backend lives.";
        }
        if (!reached(0)) {
            return who + " is dispatched at the leader's next turn.";
        }
        return who + " waits because every backend runs a task (" + count(0)
                + "); all default tasks have the shortest duration by now, and no interactive task is left to halt."
                + " It is dispatched when one ends.";
    }

    private String count(int level) {
        return core.runningFrom(level) + " of " + core.limit(level);
    }
}
