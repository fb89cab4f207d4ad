package asyfleet.lab.chaos.check;

import static asyfleet.lab.chaos.check.ViolationKind.BLAMED;
import static asyfleet.lab.chaos.check.ViolationKind.FROM_NOWHERE;
import static asyfleet.lab.chaos.check.ViolationKind.LOST;
import static asyfleet.lab.chaos.check.ViolationKind.NOT_TOLD;
import static asyfleet.lab.chaos.check.ViolationKind.OUTPUT_TWICE;
import static asyfleet.lab.chaos.check.ViolationKind.TOLD_TWICE;
import static asyfleet.lab.chaos.check.ViolationKind.TOLD_WRONG;
import static asyfleet.lab.chaos.check.ViolationKind.TWICE;
import static asyfleet.lab.chaos.check.ViolationKind.UNEARNED_FAULT;
import static asyfleet.lab.chaos.check.ViolationKind.UNEXPLAINED;
import static asyfleet.lab.chaos.check.ViolationKind.UNPROVEN;
import static asyfleet.lab.chaos.check.ViolationKind.WRONG_OUTPUT;
import static asyfleet.lab.chaos.check.ViolationKind.WRONG_PICTURE;

import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.Excuse;
import asyfleet.lab.chaos.history.ExpectedEnd;
import asyfleet.lab.chaos.history.HistoryEvent.Ended;
import asyfleet.lab.chaos.history.HistoryEvent.Sent;
import asyfleet.lab.chaos.history.HistoryEvent.Stumbled;
import asyfleet.lab.chaos.history.HistoryEvent.Vanished;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The promises about tasks, one task at a time. An end that is <em>unknown</em> because the client's connection died is
 * neither good nor bad, if a fault explains it. No fault explains that a client's own record is cut off. Used by one thread.
 */
final class TaskPromises {

    /** The fleet says no, or gives up. */
    private static final Set<String> UNAVAILABLE =
            Set.of("UNAVAILABLE", "QUEUE_FULL", "TOO_MANY_TASKS", "HTTP 503", "HTTP 502");

    private static final String OK = "OK";
    private static final String SUCCEEDED = "succeeded";

    /** A task may lose its backend twice: the third loss is the last. */
    private static final int LOSSES = 3;

    private final List<FaultWindow> faults;
    private final double queueTimeout;
    private final List<Violation> violations = new ArrayList<>();

    /** @param queueTimeout how long a task may wait, in seconds */
    TaskPromises(List<FaultWindow> faults, double queueTimeout) {
        this.faults = faults;
        this.queueTimeout = queueTimeout;
    }

    List<Violation> check(Iterable<TaskStory> stories) {
        stories.forEach(this::check);
        return violations;
    }

    private void check(TaskStory story) {
        if (story.sent.isEmpty()) {
            add(FROM_NOWHERE, story.over(), story, story.ends + " " + story.calls);
            return;
        }
        if (story.ends.size() > 1) {
            add(TWICE, story.ends.get(1).at(), story, story.ends.get(0).code() + ", then " + story.ends.get(1));
        }
        story.stumbles.forEach(stumble -> checkStumble(story, stumble));
        if (story.ends.isEmpty()) {
            checkWithoutEnd(story);
        } else {
            checkEnd(story, story.sent.get(), story.ends.get(0));
        }
        checkCalls(story);
    }

    private void checkWithoutEnd(TaskStory story) {
        String task =
                story.sent.get().door() + ", " + story.sent.get().expected().figure()
                        + (story.accepted.isPresent() ? ", accepted" : ", never answered");
        if (story.vanished.isPresent()) {
            checkVanished(story, story.vanished.get());
        } else if (story.gaveUp.isPresent()) {
            add(LOST, story.over(), story, task);
        } else if (story.left.isEmpty()) {
            add(UNPROVEN, story.began(), story, task + "; its client says no more of it");
        }
    }

    private void checkVanished(TaskStory story, Vanished vanished) {
        boolean forgotten = TaskStory.isUnknown(vanished.error());
        double from = forgotten ? story.began() : vanished.at();
        if (!isExcused(forgotten ? Excuse.FORGOTTEN : Excuse.CONNECTION_LOST, from, vanished.at())) {
            add(
                    forgotten ? LOST : UNEXPLAINED,
                    vanished.at(),
                    story,
                    story.sent.get().door() + " " + vanished.error());
        }
    }

    private void checkStumble(TaskStory story, Stumbled stumble) {
        boolean unknown = TaskStory.isUnknown(stumble.error());
        boolean unavailable = UNAVAILABLE.contains(stumble.error());
        Excuse needed = unknown ? Excuse.FORGOTTEN : unavailable ? Excuse.REDIS_AWAY : Excuse.CONNECTION_LOST;
        if (!isExcused(needed, unknown ? story.began() : stumble.at(), stumble.at())) {
            add(UNEXPLAINED, stumble.at(), story, story.sent.get().door() + " " + stumble.error());
        }
    }

    private void checkEnd(TaskStory story, Sent sent, Ended end) {
        if (end.code().equals(sent.expected().code())) {
            checkPicture(story, sent.expected(), end);
            checkOutput(story, sent.expected(), end);
        } else if (!story.isRefusedShell()) {
            wrongCode(story, sent, end).ifPresent(kind -> add(kind, end.at(), story, describe(sent, end)));
        }
    }

    private static String describe(Sent sent, Ended end) {
        return sent.door() + ", " + sent.expected().figure() + ": " + end.code() + " after "
                + Math.round(10 * (end.at() - sent.at())) / 10.0 + " s, expected "
                + sent.expected().code();
    }

    private Optional<ViolationKind> wrongCode(TaskStory story, Sent sent, Ended end) {
        boolean shell = sent.door() == ClientDoor.SHELL;
        String code = end.code();
        if (UNAVAILABLE.contains(code)) {
            // The fleet may say no before it takes a task, not later.
            return story.accepted.isPresent()
                    ? Optional.of(LOST)
                    : unless(Excuse.REDIS_AWAY, end.at(), end.at(), UNEXPLAINED);
        }
        if (code.equals("QUEUE_TIMEOUT")) {
            // Every fault takes slots or time from a fleet that has little to spare.
            boolean waited = end.at() - sent.at() >= 0.9 * queueTimeout;
            return waited && FaultWindow.isAny(faults, sent.at(), end.at())
                    ? Optional.empty()
                    : Optional.of(UNEXPLAINED);
        }
        if (code.equals("FLEET_FAULT")) {
            int needed = shell ? 1 : LOSSES;
            return FaultWindow.count(faults, Excuse.BACKEND_LOST, sent.at(), end.at()) >= needed
                    ? Optional.empty()
                    : Optional.of(UNEARNED_FAULT);
        }
        return Optional.of(BLAMED);
    }

    private Optional<ViolationKind> unless(Excuse excuse, double from, double to, ViolationKind kind) {
        return isExcused(excuse, from, to) ? Optional.empty() : Optional.of(kind);
    }

    private void checkPicture(TaskStory story, ExpectedEnd expected, Ended end) {
        if (!expected.picture().equals(end.picture())) {
            add(
                    WRONG_PICTURE,
                    end.at(),
                    story,
                    end.picture().orElse("none") + ", expected "
                            + expected.picture().orElse("none"));
        }
    }

    private void checkOutput(TaskStory story, ExpectedEnd expected, Ended end) {
        if (expected.output().isEmpty() || expected.output().equals(end.output())) {
            return;
        }
        String wanted = expected.output().get();
        String seen = end.output().orElse("");
        add(
                isRepeated(wanted, seen) ? OUTPUT_TWICE : WRONG_OUTPUT,
                end.at(),
                story,
                quote(seen) + ", expected " + quote(wanted));
    }

    private static String quote(String text) {
        return "'" + text.replace("\n", "\\n") + "'";
    }

    /** Longer than it should be, and all that is too much was there before. */
    private static boolean isRepeated(String wanted, String seen) {
        Set<String> lines = Set.copyOf(wanted.lines().toList());
        return seen.length() > wanted.length() && seen.lines().allMatch(lines::contains);
    }

    private void checkCalls(TaskStory story) {
        if (story.sent.get().door() != ClientDoor.WEBHOOK) {
            return;
        }
        if (story.accepted.isPresent() && !story.ends.isEmpty() && story.calls.isEmpty()) {
            add(NOT_TOLD, story.over(), story, "ended with " + story.ends.get(0).code());
        }
        story.ends.stream().limit(1).forEach(end -> checkStates(story, end));
        story.calls.stream()
                .skip(1)
                .filter(call -> !isExcused(Excuse.SERVER_LOST, story.began(), call.at())
                        && !isExcused(Excuse.FORGOTTEN, story.began(), call.at()))
                .forEach(call -> add(
                        TOLD_TWICE,
                        call.at(),
                        story,
                        "first at " + story.calls.get(0).at()));
    }

    /** A fleet that was unavailable when the client asked for the end says nothing of that end. */
    private void checkStates(TaskStory story, Ended end) {
        if (UNAVAILABLE.contains(end.code()) || isExcused(Excuse.FORGOTTEN, story.began(), story.over())) {
            return;
        }
        story.calls.stream()
                .filter(call -> call.state().equals(SUCCEEDED) != end.code().equals(OK))
                .forEach(call ->
                        add(TOLD_WRONG, call.at(), story, call.state() + ", though it ended with " + end.code()));
    }

    private boolean isExcused(Excuse excuse, double from, double to) {
        return FaultWindow.isExcused(faults, excuse, from, to);
    }

    private void add(ViolationKind kind, double at, TaskStory story, String text) {
        violations.add(new Violation(kind, at, story.task, text));
    }
}
