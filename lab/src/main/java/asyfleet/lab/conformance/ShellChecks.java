package asyfleet.lab.conformance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The checks of interactive tasks and, because these never queue, of how leaving frees what a task held. */
final class ShellChecks {

    private static final String INTERACTIVE = "{\"interactive\": true}";

    /** More backends than this are not filled, so a larger fleet is not asked what it does when it is full. */
    private static final int MOST_SHELLS = 32;

    private ShellChecks() {}

    static List<ConformanceCheck> all() {
        return List.of(
                new ConformanceCheck("A shell answers what is typed", ShellChecks::answers),
                new ConformanceCheck("A shell sends the picture when it changes", ShellChecks::draws),
                new ConformanceCheck("A shell that is told to quit completes", ShellChecks::quits));
    }

    static List<ConformanceCheck> ofQueueServer() {
        return List.of(
                new ConformanceCheck(
                        "A shell that finds no free backend is denied at once", ShellChecks::deniedWhenFull),
                new ConformanceCheck(
                        "Closing the connection aborts the task and frees its backend", ShellChecks::leavingFrees));
    }

    private static Dialogue shell(ServerUnderTest peer) {
        return peer.open().options(INTERACTIVE).run();
    }

    private static void answers(ServerUnderTest peer) {
        try (Dialogue shell = shell(peer)) {
            shell.input("write(6*7);");
            shell.until(message -> says(message, "42"));
        }
    }

    private static boolean says(Message message, String part) {
        return message.verb().equals("output") && new String(message.contents()).contains(part);
    }

    private static void draws(ServerUnderTest peer) {
        try (Dialogue shell = shell(peer)) {
            shell.input("size(2cm); draw(unitcircle);");
            shell.until(message -> message.verb().equals("result"));
            shell.input("draw(unitsquare);");
            shell.until(message -> message.verb().equals("result"));
        }
    }

    private static void quits(ServerUnderTest peer) {
        try (Dialogue shell = shell(peer)) {
            shell.input("quit");
            Transcript transcript = shell.toTheEnd();
            if (!transcript.last().verb().equals("complete")) {
                throw new Mismatch("complete", transcript.toString());
            }
        }
    }

    private static void deniedWhenFull(ServerUnderTest peer) {
        Deque<Dialogue> running = new ArrayDeque<>();
        try {
            fill(peer, running);
        } finally {
            running.forEach(Dialogue::close);
        }
    }

    /** Opens shells until one is denied; returns whether that happened. */
    private static boolean fill(ServerUnderTest peer, Deque<Dialogue> running) {
        while (running.size() < MOST_SHELLS) {
            Dialogue shell = shell(peer);
            if (isDenied(shell)) {
                shell.close();
                return true;
            }
            running.push(shell);
        }
        return false;
    }

    private static boolean isDenied(Dialogue shell) {
        Message first = shell.next();
        boolean passed = first.verb().equals("queue") && first.flag("passed");
        if (!passed && !first.verb().equals("denied")) {
            throw new Mismatch("queue {\"passed\": true} or denied, for a shell never waits", first.toString());
        }
        return !passed;
    }

    /** Fills the fleet, leaves one shell, and asks again until a place is free. */
    private static void leavingFrees(ServerUnderTest peer) {
        awaitFreePlace(peer);
        Deque<Dialogue> running = new ArrayDeque<>();
        try {
            if (fill(peer, running) && !running.isEmpty()) {
                running.pop().close();
                awaitFreePlace(peer);
            }
        } finally {
            running.forEach(Dialogue::close);
        }
    }

    private static void awaitFreePlace(ServerUnderTest peer) {
        long deadline = System.nanoTime() + peer.patience().toNanos();
        while (true) {
            try (Dialogue shell = shell(peer)) {
                if (!isDenied(shell)) {
                    return;
                }
            }
            if (System.nanoTime() > deadline) {
                throw new Mismatch(
                        "a free backend after a client left",
                        "none for " + peer.patience().toSeconds() + " s");
            }
        }
    }
}
