package asyfleet.queueserver.tasks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The rule that takes a queue server for dead; clock, lease and Redis are the test's. */
class AdoptionTest {

    private long nanos = Long.MAX_VALUE - 1; // a clock of nanoseconds may begin anywhere
    private boolean steady = true;
    private CompletionStage<List<String>> answer = lapsed();
    private final List<Set<String>> looks = new ArrayList<>();
    private final Adoption adoption = new Adoption(
            dead -> {
                looks.add(dead);
                return answer;
            },
            () -> steady,
            Runnable::run,
            () -> nanos);

    private static CompletionStage<List<String>> lapsed(String... servers) {
        return CompletableFuture.completedFuture(List.of(servers));
    }

    private Set<String> lookAfter(Duration time) {
        nanos += time.toNanos();
        adoption.look();
        return looks.get(looks.size() - 1);
    }

    @Test
    void aServerIsDeadWhenTwoLooksSomeTimeApartFindNoLease() {
        answer = lapsed("a");
        assertEquals(Set.of(), lookAfter(Duration.ZERO));
        assertEquals(Set.of(), lookAfter(Adoption.SECOND_LOOK.minusNanos(1)));
        assertEquals(Set.of("a"), lookAfter(Duration.ofNanos(1)));
    }

    @Test
    void aLeaseThatIsBackInBetweenBeginsAnew() {
        answer = lapsed("a");
        lookAfter(Duration.ZERO);
        answer = lapsed();
        lookAfter(Duration.ofMillis(250));
        answer = lapsed("a");
        lookAfter(Duration.ofMillis(250));

        assertEquals(Set.of(), lookAfter(Duration.ofMillis(250)));
    }

    @Test
    void nobodyIsTakenForDeadByAServerWhoseOwnLeaseIsInDoubt() {
        answer = lapsed("a");
        lookAfter(Duration.ZERO);
        steady = false;
        lookAfter(Adoption.SECOND_LOOK);
        assertEquals(1, looks.size());

        steady = true;
        assertEquals(Set.of(), lookAfter(Adoption.SECOND_LOOK), "all is seen anew");
    }

    @Test
    void aLookWithoutAnAnswerSaysNothing() {
        answer = lapsed("a");
        lookAfter(Duration.ZERO);
        answer = CompletableFuture.failedFuture(new IllegalStateException("no answer"));
        lookAfter(Adoption.SECOND_LOOK);
        answer = lapsed("a");

        assertEquals(Set.of(), lookAfter(Adoption.SECOND_LOOK));
    }

    /** Looks that a pause of Redis holds up would be carried out together when it ends. */
    @Test
    void thereIsOneLookAtATimeAndItsAnswerCountsFromWhenItComes() {
        CompletableFuture<List<String>> late = new CompletableFuture<>();
        answer = late;
        lookAfter(Duration.ZERO);
        lookAfter(Duration.ofSeconds(5));
        assertEquals(1, looks.size());

        late.complete(List.of("a"));
        assertEquals(Set.of(), lookAfter(Duration.ofMillis(1)));
    }
}
