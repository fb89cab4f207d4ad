package asyfleet.lab.conformance;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All checks of a dialect, run one after the other: some of them fill the whole server. */
final class Suite {

    private final List<ConformanceCheck> checks;
    private final PrintStream out;

    Suite(List<ConformanceCheck> checks, PrintStream out) {
        this.checks = List.copyOf(checks);
        this.out = out;
    }

    static List<ConformanceCheck> checks(Dialect dialect) {
        List<ConformanceCheck> checks = new ArrayList<>(UploadChecks.all());
        checks.addAll(OptionChecks.all());
        checks.addAll(EndChecks.all());
        checks.addAll(RefusalChecks.all());
        checks.addAll(ShellChecks.all());
        checks.addAll(
                switch (dialect) {
                    case QUEUE_SERVER -> QueueServerChecks.all();
                    case BACKEND -> BackendChecks.all();
                });
        if (dialect == Dialect.QUEUE_SERVER) {
            checks.addAll(ShellChecks.ofQueueServer());
        }
        return checks;
    }

    /** Prints a line per check and a summary; returns how many failed. */
    int run(ServerUnderTest peer) {
        long failed = checks.stream()
                .filter(Predicate.not(check -> passes(check, peer)))
                .count();
        out.println((checks.size() - failed) + " passed, " + failed + " failed");
        return Math.toIntExact(failed);
    }

    private boolean passes(ConformanceCheck check, ServerUnderTest peer) {
        try {
            check.probe().run(peer);
            out.println("pass  " + check.sentence());
            return true;
        } catch (Mismatch | ServerUnderTest.Refused problem) {
            out.println("FAIL  " + check.sentence());
            out.println("      " + problem.getMessage());
            return false;
        }
    }
}
