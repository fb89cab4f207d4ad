package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.Dispatched;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the reader asks Redis for, and when. What happened is one list of words, in order. */
class TaskReaderTest {

    private static final Patience PATIENCE = new Patience(
            Duration.ofSeconds(3),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            Duration.ofHours(1),
            Duration.ofSeconds(3));

    private final OwnerThread owner = new OwnerThread("test-fleet");
    private final List<String> happened = new ArrayList<>();
    private final List<CompletableFuture<List<Dispatched>>> asked = new ArrayList<>();
    private final SlotTable slots = new SlotTable();
    private final TaskReader reader =
            new TaskReader(owner, new Stream(), PATIENCE, new Taking(), new FleetMetrics(new PrometheusRegistry()));

    TaskReaderTest() {
        slots.add(List.of("a", "b", "c"));
        wake();
    }

    @AfterEach
    void stop() {
        owner.close();
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

        assertHappened("take over 3", "read 3", "a takes 1", "read 2");
    }

    @Test
    void withNoSlotFreeItDoesNotRead() {
        answer("1", "2", "3");
        assertHappened("take over 3", "a takes 1", "b takes 2", "c takes 3");

        own(() -> slots.occupy("b"));
        own(() -> slots.vacate("b"));
        wake();

        assertHappened("take over 3", "a takes 1", "b takes 2", "c takes 3", "read 1");
    }

    @Test
    void oneReadIsUnderWayAtATime() {
        wake();
        wake();

        assertHappened("take over 3");
    }

    @Test
    void aFailedReadRegistersAnewAndIsTriedAgain() {
        own(() -> last().completeExceptionally(new IllegalStateException("NOGROUP")));

        Awaitility.await().until(() -> own(() -> happened.equals(List.of("take over 3", "register", "read 3"))));
    }

    @Test
    void whatComesAfterStoppingIsHandedBack() {
        own(reader::stop);
        answer("1");

        assertHappened("take over 3", "close", "hand back 1");
        assertEquals(3, own(slots::free));
    }

    @Test
    void aTaskWhoseSlotHasLeftMeanwhileIsHandedBackAndLeftToOthersForAWhile() {
        CompletableFuture<List<String>> whenWoken = new CompletableFuture<>();
        own(() -> {
            slots.retire(3);
            last().complete(List.of(task("1")));
            // Due now, so after the answer and, however slow this machine is, before the end of the rest.
            owner.execute(() -> {
                slots.add(List.of("d"));
                reader.wake();
                whenWoken.complete(List.copyOf(happened));
            });
        });
        assertEquals(List.of("take over 3", "hand back 1"), whenWoken.join());

        Awaitility.await().until(() -> own(() -> happened.equals(List.of("take over 3", "hand back 1", "read 1"))));
    }

    private void wake() {
        own(reader::wake);
    }

    private void answer(String... ids) {
        List<Dispatched> tasks = List.of(ids).stream().map(TaskReaderTest::task).toList();
        own(() -> last().complete(tasks));
        own(() -> {});
    }

    private static Dispatched task(String id) {
        return new Dispatched("0-" + id, id);
    }

    private CompletableFuture<List<Dispatched>> last() {
        return asked.get(asked.size() - 1);
    }

    private void assertHappened(String... expected) {
        assertEquals(List.of(expected), own(() -> List.copyOf(happened)));
    }

    private void own(Runnable step) {
        CompletableFuture.runAsync(step, owner).join();
    }

    private <T> T own(Supplier<T> step) {
        return CompletableFuture.supplyAsync(step, owner).join();
    }

    private final class Stream implements TaskStream {
        @Override
        public CompletionStage<List<Dispatched>> next(int most, Duration wait) {
            return ask("read " + most);
        }

        @Override
        public CompletionStage<List<Dispatched>> takeOver(int most, Duration idle) {
            return ask("take over " + most);
        }

        private CompletionStage<List<Dispatched>> ask(String what) {
            happened.add(what);
            asked.add(new CompletableFuture<>());
            return last();
        }

        @Override
        public void handBack(List<Dispatched> tasks) {
            happened.add("hand back " + tasks.get(0).id());
        }

        @Override
        public void close() {
            happened.add("close");
        }
    }

    private final class Taking implements TaskReader.Slots {
        @Override
        public int room() {
            return slots.free();
        }

        @Override
        public List<Dispatched> take(List<Dispatched> read) {
            List<String> claiming = slots.claim(read.size());
            for (int i = 0; i < claiming.size(); i++) {
                happened.add(claiming.get(i) + " takes " + read.get(i).id());
            }
            return read.subList(claiming.size(), read.size());
        }

        @Override
        public void forgotten() {
            happened.add("register");
        }
    }
}
