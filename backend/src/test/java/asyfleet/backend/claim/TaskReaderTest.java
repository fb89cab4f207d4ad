package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.Dispatched;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The questions of the reader to Redis, and their times. Events are one list of words, in order. */
@Tag("slow")
class TaskReaderTest {

    private final FakeBackendStore store = new FakeBackendStore();
    private final MemberFixture fleet = new MemberFixture(store, "a", "b", "c");

    @AfterEach
    void stop() {
        fleet.close();
    }

    @Test
    void firstItLooksForWhatADeadProcessLeftThenItReads() {
        answer();

        assertHappened("take over 3", "read 3");
    }

    @Test
    void itAsksForAsManyTasksAsSlotsAreFree() {
        answer();
        answer("1");

        assertHappened("take over 3", "read 3", "a claims 1", "read 2");
    }

    @Test
    void withNoSlotFreeItDoesNotRead() {
        answer("1", "2", "3");
        assertHappened("take over 3", "a claims 1", "b claims 2", "c claims 3");

        fleet.own(() -> store.claims.get(0).complete(List.of(gone("1"), gone("2"), gone("3"))));
        fleet.own(() -> {});

        assertHappened("take over 3", "a claims 1", "b claims 2", "c claims 3", "read 1");
    }

    @Test
    void oneReadIsUnderWayAtATime() {
        wake();
        wake();

        assertHappened("take over 3");
    }

    @Test
    void aFailedReadRegistersAnewAndIsTriedAgain() {
        store.lastRead().completeExceptionally(new IllegalStateException("NOGROUP"));
        Awaitility.await().until(() -> store.happened.equals(List.of("take over 3", "renew", "read 3")));
    }

    @Test
    void whatComesAfterStoppingIsHandedBack() {
        fleet.own(fleet.member::drain);
        answer("1");
        assertHappened("take over 3", "stop reading", "hand back 1");
    }

    @Test
    void aTaskWhoseSlotHasLeftMeanwhileIsHandedBackAndLeftToOthersForAWhile() {
        CompletableFuture<List<String>> whenWoken = new CompletableFuture<>();
        fleet.own(() -> {
            fleet.member.resize(0);
            store.lastRead().complete(List.of(task("1")));
            // Due now, so after the answer and, however slow this machine is, before the end of the rest.
            fleet.owner.execute(() -> {
                fleet.member.begin(List.of("d"), false);
                whenWoken.complete(List.copyOf(store.happened));
            });
        });
        assertEquals(List.of("take over 3", "hand back 1"), whenWoken.join());
        Awaitility.await().until(() -> store.happened.equals(List.of("take over 3", "hand back 1", "read 1")));
    }

    private void wake() {
        fleet.member.resize(3);
        fleet.own(() -> {});
    }

    private void answer(String... ids) {
        store.lastRead()
                .complete(List.of(ids).stream().map(TaskReaderTest::task).toList());
        fleet.own(() -> {});
    }

    private static Dispatched task(String id) {
        return new Dispatched("0-" + id, id);
    }

    private static Claim gone(String id) {
        return new Claim.Gone(id);
    }

    private void assertHappened(String... expected) {
        assertEquals(List.of(expected), store.happened);
    }
}
