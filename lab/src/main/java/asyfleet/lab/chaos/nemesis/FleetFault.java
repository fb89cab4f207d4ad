package asyfleet.lab.chaos.nemesis;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A fault with its target.
 *
 * @param target for people
 * @param strike breaks it; may take a while
 * @param heal makes it whole again; does not wait until it is
 */
record FleetFault(String target, Act strike, Act heal) {

    /** Why it could not be made; empty if it was. */
    Optional<String> tryStrike() throws InterruptedException {
        return attempt(strike);
    }

    /**
     * Heals it, again and again until it is done: what stays broken would be blamed on the faults after it.
     *
     * @param told why a try failed
     */
    void heal(Duration limit, Duration pause, Consumer<String> told) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Optional<String> failure = attempt(heal);
        while (failure.isPresent() && System.nanoTime() < deadline) {
            told.accept(failure.get());
            Thread.sleep(pause.toMillis());
            failure = attempt(heal);
        }
    }

    private static Optional<String> attempt(Act act) throws InterruptedException {
        try {
            act.carryOut();
            return Optional.empty();
        } catch (IOException | UncheckedIOException | StartFailure e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Something that is done to a fleet. */
    @FunctionalInterface
    interface Act {

        /** For what heals by itself: its supervisor starts it again. */
        Act NOTHING = () -> {};

        void carryOut() throws IOException, InterruptedException;
    }
}
