package asyfleet.net.operations;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.Response;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The readiness of a service to take work: named checks, all asked for each {@code GET /readyz}; those that cost more than
 * a question only if {@code ?deep=1} asks for them. Remarks stand beside the checks and change nothing: they name what is
 * missing elsewhere. Both may be added at any time from any thread, hence the concurrent maps.
 */
public final class Readiness {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration DEEP_PATIENCE = Duration.ofSeconds(15);

    private final Map<String, Check> checks = new ConcurrentHashMap<>();
    private final Map<String, Check> deepChecks = new ConcurrentHashMap<>();
    private final Map<String, Check> remarks = new ConcurrentHashMap<>();

    /** Completes normally if all is well, else with an exception whose message says what is wrong. Must not block. */
    @FunctionalInterface
    public interface Check {
        CompletionStage<?> ask();
    }

    /** Adds the check, in place of one of the same name. */
    public void add(String name, Check check) {
        checks.put(name, check);
    }

    /** Adds a check that does real work, and may take longer. */
    public void addDeep(String name, Check check) {
        deepChecks.put(name, check);
    }

    /** Adds a check whose outcome is shown, and leaves the service ready. */
    public void addRemark(String name, Check check) {
        remarks.put(name, check);
    }

    public void remove(String name) {
        checks.remove(name);
    }

    /** 200 or 503 with {@code {ready, checks: {name: "ok" or what is wrong}}}. */
    CompletionStage<Response> answer(boolean deep) {
        Map<String, CompletableFuture<String>> asked = new TreeMap<>();
        checks.forEach((name, check) -> asked.put(name, outcome(check, PATIENCE)));
        remarks.forEach((name, check) -> asked.put(name, outcome(check, PATIENCE)));
        if (deep) {
            deepChecks.forEach((name, check) -> asked.put(name, outcome(check, DEEP_PATIENCE)));
        }
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> summary(asked));
    }

    private static CompletableFuture<String> outcome(Check check, Duration patience) {
        try {
            return check.ask()
                    .<String>thenApply(ok -> "ok")
                    .toCompletableFuture()
                    .copy() // a check may hand out one stage to many askers: time out ours, not theirs
                    .completeOnTimeout(
                            "no answer within " + patience.toMillis() + " ms",
                            patience.toMillis(),
                            TimeUnit.MILLISECONDS)
                    .exceptionally(Readiness::describe);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(describe(e));
        }
    }

    private static String describe(Throwable failure) {
        Throwable cause = StageFailure.causeOf(failure);
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private Response summary(Map<String, CompletableFuture<String>> asked) {
        Map<String, String> results = new LinkedHashMap<>();
        asked.forEach((name, outcome) -> results.put(name, outcome.join()));
        boolean ready = results.entrySet().stream()
                .allMatch(result -> result.getValue().equals("ok") || remarks.containsKey(result.getKey()));
        return Response.json(ready ? 200 : 503, Map.of("ready", ready, "checks", results));
    }
}
