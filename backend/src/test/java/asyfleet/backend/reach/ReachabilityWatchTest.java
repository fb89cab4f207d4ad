package asyfleet.backend.reach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.serve.ServedTask;
import asyfleet.backend.serve.TaskAddressQuestion;
import asyfleet.backend.serve.TaskServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.protocol.task.ServerMessage;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The questions to queue servers, which the test answers. */
@Tag("slow")
class ReachabilityWatchTest {

    private static final Duration MOMENT = Duration.ofMillis(10);

    private final OwnerThread owner = new OwnerThread("test-fleet");
    private final NetThreads threads = NetThreads.create(1);
    private final TaskServer server = TaskServer.start(
            NetServerSettings.onLoopback(0),
            new TaskServer.Advertised(Optional.of("10.0.0.7"), Optional.of(8081)),
            1000,
            Operations.create(),
            threads);

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private Supplier<CompletionStage<Long>> queueServers = () -> CompletableFuture.completedFuture(2L);
    private final ReachabilityWatch watch =
            watching(new ReachabilityWatch.Times(Duration.ofHours(1), MOMENT, MOMENT, MOMENT));

    @AfterEach
    void stop() {
        owner.close();
        server.close();
        threads.close();
    }

    @Test
    void whileNobodyComesTheSameAddressIsAskedForAgainAndAgain() {
        doubt();

        Awaitility.await().until(() -> asked.size() >= 3);
        assertEquals(1, asked.stream().distinct().count());
        assertEquals(List.of("unfetched", "unfetched", "unfetched", "doubted", "unreached"), happened);
        CompletionException failure =
                assertThrows(CompletionException.class, () -> watch.check().join());
        assertTrue(failure.getCause().getMessage().contains("ws://10.0.0.7:8081"), failure.toString());
    }

    @Test
    void whoComesAtLastEndsIt() throws Exception {
        doubt();
        Awaitility.await().until(() -> happened.contains("unreached"));
        URI address = URI.create(asked.get(0));
        assertTrue(TaskAddressQuestion.isServed(server.address(), address));
        own(watch::visited);

        assertEquals("reached", happened.get(happened.size() - 1));
        watch.check().join();
        assertFalse(TaskAddressQuestion.isServed(server.address(), address));
        int questions = asked.size();
        own(watch::visited);
        assertEquals(questions, asked.size());
    }

    @Test
    void whereThereIsNobodyToAskTheProcessGoesOn() {
        queueServers = () -> CompletableFuture.completedFuture(0L);
        doubt();

        Awaitility.await().until(() -> happened.contains("reached"));
        assertEquals(List.of("unfetched", "unfetched", "unfetched", "doubted", "reached"), happened);
    }

    @Test
    void aQuestionThatRedisDoesNotPassOnProvesNothing() {
        queueServers = () -> CompletableFuture.failedFuture(new IllegalStateException("no answer"));
        doubt();

        Awaitility.await().until(() -> asked.size() >= 3);
        assertEquals("doubted", happened.get(happened.size() - 1));
    }

    @Test
    void aTaskThatWasFetchedIsNotHeldUntilItsTimeIsOver() {
        WeakReference<ServedTask> fetched = new WeakReference<>(fetchedTask());

        Awaitility.await().until(() -> {
            System.gc();
            return fetched.get() == null;
        });
        assertEquals(List.of(), happened);
    }

    private ServedTask fetchedTask() {
        ServedTask task = server.prepare(owner, new Recorder());
        own(() -> watch.expectClient(task, "task", Optional.empty()));
        own(() -> watch.fetched(task));
        return task;
    }

    @Test
    void aTaskThatNobodyFetchesIsGivenUpInTime() {
        ReachabilityWatch hasty = watching(new ReachabilityWatch.Times(MOMENT, MOMENT, MOMENT, MOMENT));
        ServedTask task = server.prepare(owner, new Recorder());
        own(() -> hasty.expectClient(task, "task", Optional.empty()));

        Awaitility.await().until(() -> !CompletableFuture.supplyAsync(task::isAwaitingClient, owner)
                .join());
        assertEquals(List.of("unfetched"), happened);
    }

    private ReachabilityWatch watching(ReachabilityWatch.Times times) {
        return new ReachabilityWatch(
                owner,
                address -> {
                    asked.add(address);
                    return queueServers.get();
                },
                server,
                times,
                new Recorder());
    }

    private void doubt() {
        own(() -> {
            for (int i = 0; i < Reachability.MOST_UNFETCHED; i++) {
                watch.expectClient(server.prepare(owner, new Recorder()), "task", Optional.empty());
            }
        });
    }

    private void own(Runnable step) {
        CompletableFuture.runAsync(step, owner).join();
    }

    private final class Recorder implements ReachabilityWatch.Consequences, ServedTask.Watcher {

        @Override
        public void unfetched() {
            happened.add("unfetched");
        }

        @Override
        public void doubted() {
            happened.add("doubted");
        }

        @Override
        public void unreached() {
            happened.add("unreached");
        }

        @Override
        public void reached() {
            happened.add("reached");
        }

        @Override
        public void ended(ServerMessage.Complete complete) {
            happened.add("ended");
        }

        @Override
        public void over() {
            happened.add("over");
        }
    }
}
