package asyfleet.redis.backend;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import asyfleet.redis.scheduler.NewScheduler;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A task that was lost on a backend process, and the processes that read it afterwards, on a real Redis. */
@Tag("slow")
class AvoidedBackendsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final Duration LONG = Duration.ofMinutes(5);
    private ScriptFixture scripts;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aQueueServerLearnsWhichProcessRunsItsTask() {
        String slot = register("bad", 1).get(0);
        String id = scripts.dispatched();
        ClaimTasks.ClaimRequest claim =
                new ClaimTasks.ClaimRequest(scripts.read("bad").get(0), "ws://slot/1", slot);
        await(new ClaimTasks(REDIS.redis(), LONG, "bad").run(List.of(claim)));

        assertEquals(Optional.of("bad"), scripts.update(id).process());
    }

    @Test
    void whoReadsATaskSeesTheProcessesThatItWasLostOn() {
        register("bad", 1);
        dispatchLost("bad", "worse");

        assertEquals(Set.of("bad", "worse"), scripts.read("bad").get(0).avoid());
    }

    @Test
    void aTaskIsLeftToAnotherProcessWhileOneLives() {
        register("bad", 2);
        register("good", 1);
        dispatchLost("bad");

        Dispatched read = read();
        for (int i = 0; i < 3; i++) {
            read = handBack(read, LONG);
            assertEquals(Set.of("bad"), read.avoid());
        }
    }

    @Test
    void aSlotOfAnotherProgramIsAnotherProcess() {
        register("bad", 1);
        scripts.register(1);
        dispatchLost("bad");

        assertEquals(Set.of("bad"), handBack(read(), LONG).avoid());
    }

    @Test
    void aTaskIsForAnybodyIfOnlyProcessesLiveThatItWasLostOn() {
        register("bad", 2);
        register("worse", 1);
        REDIS.kill(register("dead", 1));
        dispatchLost("bad", "worse");

        assertEquals(Set.of(), handBack(read(), LONG).avoid());
    }

    @Test
    void aTaskIsForAnybodyAfterAWhile() {
        register("bad", 1);
        register("good", 1);
        dispatchLost("bad");

        assertEquals(Set.of(), handBack(read(), Duration.ZERO).avoid());
    }

    @Test
    void aProcessThatRedisForgotIsAgainOneThatTasksAvoid() {
        List<String> slots = register("bad", 1);
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        await(new Registration(REDIS.redis(), LONG, "bad").renew(slots, List.of()));
        dispatchLost("bad");

        assertEquals(Set.of(), handBack(read(), LONG).avoid());
    }

    private List<String> register(String process, int slots) {
        return await(new Registration(REDIS.redis(), LONG, process).register(slots));
    }

    private void dispatchLost(String... processes) {
        String id = scripts.submit(
                new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server-1", "", true, Set.of(processes)));
        scripts.takeEvents();
        scripts.apply(NewScheduler.dispatch(id, Duration.ofSeconds(30)));
    }

    /** The task as the next reader sees it, after the first has handed it back. */
    private Dispatched handBack(Dispatched task, Duration avoidFor) {
        assertEquals(1, await(new HandBackTasks(REDIS.redis(), LONG, avoidFor).run(List.of(task))));
        return read();
    }

    private Dispatched read() {
        return scripts.read("bad").get(0);
    }
}
