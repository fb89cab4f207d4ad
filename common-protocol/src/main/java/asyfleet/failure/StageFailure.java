package asyfleet.failure;

import java.util.concurrent.CompletionException;

/** The failure that a completion stage hands on: sometimes itself, sometimes wrapped. */
public final class StageFailure {

    private StageFailure() {}

    /** The failure itself. One that was wrapped without a cause is all that there is. */
    public static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
