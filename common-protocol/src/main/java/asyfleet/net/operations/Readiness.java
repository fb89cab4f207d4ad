package asyfleet.net.operations;

import asyfleet.net.http.Response;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Whether a service can take work now: named checks, all asked for each {@code GET /readyz}. Checks may be added at any
 * time from any thread, hence the concurrent map.
 */
public final class Readiness {

    private static final long PATIENCE_MILLIS = 2000;

    private final Map<String, Check> checks = new ConcurrentHashMap<>();

    /** Completes normally if all is well, else with an exception whose message says what is wrong. Must not block. */
    @FunctionalInterface
    public interface Check {
        CompletionStage<?> ask();
    }

    /** Adds the check, in place of one of the same name. */
    public void add(String name, Check check) {
        checks.put(name, check);
    }

    public void remove(String name) {
        checks.remove(name);
    }

    /** 200 or 503 with {@code {ready, checks: {name: "ok" or what is wrong}}}. */
    CompletionStage<Response> answer() {
        Map<String, CompletableFuture<String>> asked = new TreeMap<>();
        checks.forEach((name, check) -> asked.put(name, outcome(check)));
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> summary(asked));
    }

    private static CompletableFuture<String> outcome(Check check) {
        try {
            return check.ask()
                    .<String>thenApply(ok -> "ok")
                    .toCompletableFuture()
                    .copy() // a check may hand out one stage to many askers: time out ours, not theirs
                    .completeOnTimeout(
                            "no answer within " + PATIENCE_MILLIS + " ms", PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .exceptionally(Readiness::describe);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(describe(e));
        }
    }

    private static String describe(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static Response summary(Map<String, CompletableFuture<String>> asked) {
        Map<String, String> results = new LinkedHashMap<>();
        asked.forEach((name, outcome) -> results.put(name, outcome.join()));
        boolean ready = results.values().stream().allMatch("ok"::equals);
        return Response.json(ready ? 200 : 503, Map.of("ready", ready, "checks", results));
    }
}
