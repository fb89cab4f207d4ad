package asyfleet.lab.conformance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The checks of a backend that serves clients itself: a connection takes a whole slot. */
final class BackendChecks {

    private static final int MOST_SLOTS = 32;

    private BackendChecks() {}

    static List<ConformanceCheck> all() {
        return List.of(
                new ConformanceCheck(
                        "A connection beyond the slots, of which there is at least one, is refused",
                        peer -> full(peer, false)),
                new ConformanceCheck(
                        "Closing the connection aborts the task and frees its slot", peer -> full(peer, true)),
                new ConformanceCheck("No queue message is ever sent", BackendChecks::noQueue));
    }

    private static void full(ServerUnderTest peer, boolean leave) {
        Deque<Dialogue> running = new ArrayDeque<>();
        try {
            if (!fill(peer, running)) {
                throw new Mismatch("fewer than " + MOST_SLOTS + " connections at a time", running.size() + " let in");
            }
            if (leave) {
                running.pop().close();
                peer.open().close();
            }
        } finally {
            running.forEach(Dialogue::close);
        }
    }

    /** Opens connections that run for ever until one is refused; returns whether that happened. */
    private static boolean fill(ServerUnderTest peer, Deque<Dialogue> running) {
        running.push(runForEver(peer.open()));
        try {
            while (running.size() < MOST_SLOTS) {
                running.push(runForEver(peer.openAtOnce()));
            }
            return false;
        } catch (ServerUnderTest.Refused refused) {
            return true;
        }
    }

    private static Dialogue runForEver(Dialogue dialogue) {
        return dialogue.main(Programs.ENDLESS).options("{\"timeout\": 30000}").run();
    }

    private static void noQueue(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.CIRCLE).run();
            Transcript transcript = dialogue.toTheEnd().expectSuccess();
            if (!transcript.all("queue").isEmpty()) {
                throw new Mismatch("no queue message", transcript.toString());
            }
        }
    }
}
