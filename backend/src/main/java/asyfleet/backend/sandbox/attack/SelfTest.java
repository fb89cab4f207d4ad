package asyfleet.backend.sandbox.attack;

import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import asyfleet.backend.sandbox.StateDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The test of a sandbox: all attacks that we know. */
public final class SelfTest {

    /**
     * The outcome of an attack.
     *
     * @param contained whether it was held; one that could not be tried was not
     * @param detail what happened instead; empty if it was held
     */
    public record Outcome(String attack, boolean contained, String detail) {

        @Override
        public String toString() {
            return (contained ? "contained  " : "BREACHED   ") + attack + (detail.isEmpty() ? "" : ": " + detail);
        }
    }

    /** Long for an attack, and short for a backend that waits for all of them before it starts. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(3);

    private static final int TRIES = 3;

    private SelfTest() {}

    /** The same for one sandbox. */
    public static List<Outcome> run(Sandbox sandbox, StateDirectory state) throws IOException {
        return run(List.of(sandbox), state).get(0);
    }

    /**
     * Tries all attacks on each of these, several at a time. Blocks for some two seconds.
     *
     * @param state of this process
     * @return the outcomes of each sandbox, in the order of the sandboxes
     * @throws IOException if there is nothing to attack with
     */
    public static List<List<Outcome>> run(List<Sandbox> sandboxes, StateDirectory state) throws IOException {
        sandboxes.forEach(SelfTest::requireConfining);
        ExecutorService attackers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors() + 1);
        try (Victim victim = Victim.create(state)) {
            List<List<Future<Outcome>>> attempts = sandboxes.stream()
                    .map(sandbox -> begin(sandbox, victim, attackers))
                    .toList();
            return attempts.stream()
                    .map(each -> each.stream().map(SelfTest::await).toList())
                    .toList();
        } finally {
            attackers.shutdownNow();
        }
    }

    /** Some attacks would hurt this machine. */
    private static void requireConfining(Sandbox sandbox) {
        if (!sandbox.confines()) {
            throw new IllegalArgumentException("a sandbox that confines nothing, expected one that does");
        }
    }

    private static List<Future<Outcome>> begin(Sandbox sandbox, Victim victim, ExecutorService attackers) {
        return new Attacks(victim, sandbox.limits())
                .all().stream()
                        .map(attack -> attackers.submit(() -> attempt(attack, sandbox, TIME_LIMIT)))
                        .toList();
    }

    /** An attack that cannot be tried is begun again: on a busy machine, or at Ctrl-C, a cell may fail to open once. */
    static Outcome attempt(Attack attack, Sandbox sandbox, Duration timeLimit) throws InterruptedException {
        Outcome outcome = null;
        for (int tries = 0; tries < TRIES; tries++) {
            try {
                boolean succeeded = attack.succeeded().test(new Attempt(attack, timeLimit).carryOut(sandbox));
                return new Outcome(attack.name(), !succeeded, succeeded ? "it succeeded" : "");
            } catch (IOException e) {
                outcome = new Outcome(attack.name(), false, "could not be tried: " + e.getMessage());
            }
        }
        return outcome;
    }

    private static Outcome await(Future<Outcome> attempt) {
        try {
            return attempt.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("an attack was not tried to its end", e);
        }
    }

    /** @throws SandboxException that names all attacks that were not contained */
    public static void requireContained(List<Outcome> outcomes) throws SandboxException {
        List<String> breaches = outcomes.stream()
                .filter(outcome -> !outcome.contained())
                .map(Outcome::toString)
                .toList();
        if (!breaches.isEmpty()) {
            throw new SandboxException("the sandbox does not hold:\n  " + String.join("\n  ", breaches));
        }
    }
}
