package asyfleet.queueserver.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.limiter.LimitRequests;
import asyfleet.redis.limiter.SharedLimiter;
import asyfleet.redis.queueserver.ServerLease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The limit of tasks for each caller, by the real counts in a real Redis. */
@Tag("slow")
class PermittedTaskTest implements TaskLauncher, TaskHandle {

    private static final Duration LEASE = Duration.ofMinutes(1);

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final ScheduledExecutorService THREAD = Executors.newSingleThreadScheduledExecutor();
    private static final ServerMessage DONE = new ServerMessage.Complete(true, null, 1L, null);

    private final BlockingQueue<TaskListener> begun = new LinkedBlockingQueue<>();
    private final BlockingQueue<ServerMessage> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> said = new LinkedBlockingQueue<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private SharedLimiter limiter;
    private CallerLimit limit;

    /** The owner of every task here is the thread of the limiter. */
    private final Owner owner = new Owner() {
        @Override
        public boolean isCurrentThread() {
            return true;
        }

        @Override
        public Duration now() {
            throw new AssertionError("nothing is measured");
        }

        @Override
        public Timer after(Duration delay, Runnable action) {
            throw new AssertionError("nothing is delayed");
        }

        @Override
        public void execute(Runnable action) {
            THREAD.execute(action);
        }
    };

    @BeforeEach
    void twoTasksPerCaller() {
        REDIS.clear();
        ServerLease lease = new ServerLease(REDIS.redis(), LEASE);
        lease.renew().toCompletableFuture().join();
        limiter = new SharedLimiter(THREAD, new LimitRequests(REDIS.redis(), lease.id(), LEASE));
        limit = new CallerLimit(limiter, 2, (door, code) -> refused.add(door + " " + code));
    }

    @AfterAll
    static void stop() {
        THREAD.shutdownNow();
        REDIS.close();
    }

    @Test
    void aCallerMayHaveAsManyTasksAsTheLimitAndTheNextIsDenied() throws Exception {
        launch("203.0.113.7");
        launch("203.0.113.7");
        launch("203.0.113.7");

        ServerMessage.Denied denied = assertInstanceOf(ServerMessage.Denied.class, next(told));
        assertEquals(EndCode.TOO_MANY_TASKS, denied.code());
        assertEquals("Too many tasks: 2 of this caller are under way (max: 2)", denied.error());
        assertEquals(List.of("HTTP TOO_MANY_TASKS"), refused);
        assertEquals(2, begun.size());
    }

    @Test
    void callersDoNotShareTheirLimit() throws Exception {
        launch("203.0.113.7");
        launch("203.0.113.7");
        launch("203.0.113.8");

        for (int i = 0; i < 3; i++) {
            next(begun);
        }
    }

    @Test
    void requestsOfProgramsDoNotCountForACallerWhateverTheirType() throws Exception {
        for (String type : List.of("203.0.113.7", "tasks of 203.0.113.7", "task:203.0.113.7")) {
            limiter.start(LimitRequests.Type.ofRequests(type), "1 " + type, 2);
            limiter.start(LimitRequests.Type.ofRequests(type), "2 " + type, 2);
        }
        launch("203.0.113.7");

        next(begun);
    }

    @Test
    void aTaskThatEndedMakesRoom() throws Exception {
        launch("203.0.113.7");
        launch("203.0.113.7");
        TaskListener first = next(begun);
        THREAD.execute(() -> first.on(DONE));
        assertEquals(DONE, next(told));
        next(begun);

        launch("203.0.113.7");
        next(begun);
    }

    @Test
    void aTaskWhoseClientLeftMakesRoom() throws Exception {
        TaskHandle first = launch("203.0.113.7");
        launch("203.0.113.7");
        next(begun);
        next(begun);
        THREAD.execute(first::abort);
        assertEquals("abort", next(said));

        launch("203.0.113.7");
        next(begun);
    }

    @Test
    void whatWasSaidBeforeItBeganReachesTheTask() throws Exception {
        TaskHandle task = launch("203.0.113.7");
        THREAD.execute(() -> task.shorten(3000));

        assertEquals(3000, next(said));
    }

    @Test
    void aCallersTasksStillCountAfterRedisLostTheirPermits() throws Exception {
        TaskHandle first = launch("203.0.113.7");
        launch("203.0.113.7");
        next(begun);
        next(begun);
        THREAD.execute(first::abort);
        assertEquals("abort", next(said));
        REDIS.clear();
        limit.leaseLapsed();

        launch("203.0.113.7");
        next(begun);
        launch("203.0.113.7");
        assertInstanceOf(ServerMessage.Denied.class, next(told));
    }

    private TaskHandle launch(String caller) {
        TaskRequest request = new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 1);
        TaskTerms terms = TestTerms.of(new Caller(caller, true), Optional.empty());
        return limit.launch(new ClientTask(request, terms, owner), told::add, this);
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T element = queue.poll(20, TimeUnit.SECONDS);
        if (element == null) {
            throw new AssertionError("nothing came");
        }
        return element;
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener listener) {
        begun.add(listener);
        return this;
    }

    @Override
    public void input(ClientMessage.Input input) {
        said.add(input);
    }

    @Override
    public void shorten(int timeoutMillis) {
        said.add(timeoutMillis);
    }

    @Override
    public void abort(EndCode why) {
        said.add("abort");
    }
}
