package asyfleet.redis.queueserver;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import asyfleet.redis.scheduler.NewScheduler;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The share of one caller in submit_task.lua. */
@Tag("slow")
class CallerShareTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final WaitingBounds BOUNDS = new WaitingBounds(8, 2);

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
    void aCallerHoldsNoMoreThanItsShareOfTheQueueAndLeavesTheRestToOthers() {
        accepted("alice");
        scripts.takeEvents(); // one waits in the queue, and one that the scheduler has not seen
        accepted("alice");

        Submission refused = submit("alice");
        assertEquals(new Submission.CallerFull(2, BOUNDS), refused);
        assertEquals(
                "Too many tasks: 2 of this caller wait; expected at most 2 of the 8 places in the queue",
                ((Submission.CallerFull) refused).message());
        accepted("bob");
    }

    @Test
    void aTaskThatWaitsNoMoreLeavesItsPlaceToTheNextOfItsCaller() {
        String dispatched = accepted("alice");
        accepted("alice");
        scripts.takeEvents();
        scripts.apply(NewScheduler.dispatch(dispatched, Duration.ofSeconds(3)));

        accepted("alice");
        assertInstanceOf(Submission.CallerFull.class, submit("alice"));
    }

    @Test
    void aRefusedTaskLeavesNothingBehind() {
        accepted("alice");
        accepted("alice");
        List<String> before = keys();
        submit("alice");

        assertEquals(before, keys());
    }

    @Test
    void aSubmissionWhoseReplyWasLostIsTheSameTaskAndCountsOnce() {
        Submission first = submit("nonce", "alice", BOUNDS);
        assertEquals(first, submit("nonce", "alice", BOUNDS));

        String second = accepted("alice");
        assertEquals(
                new Submission.Accepted(second), submit("of " + second, "alice", BOUNDS), "though the share is full");
    }

    @Test
    void ofManyThatComeForTheLastPlaceOneGetsIt() {
        accepted("alice");
        List<CompletionStage<Submission>> sent = Stream.generate(
                        () -> send(UUID.randomUUID().toString(), "alice", BOUNDS))
                .limit(20)
                .toList();

        List<Submission> answers = sent.stream().map(ScriptFixture::await).toList();
        assertEquals(
                1,
                answers.stream().filter(Submission.Accepted.class::isInstance).count());
    }

    @Test
    void aTaskWithoutABoundIsTakenAndDoesNotCount() {
        accepted("alice");
        assertInstanceOf(Submission.Accepted.class, submit("again", "alice", WaitingBounds.NONE));
        accepted("alice");
    }

    @Test
    void tasksOfAnotherProgramWithoutACallerShareTheWholeQueue() {
        for (int i = 0; i < BOUNDS.all(); i++) {
            accepted("");
        }
        assertInstanceOf(Submission.QueueFull.class, submit(""));
    }

    @Test
    void theTasksOfACallerAreForgottenAfterAWhile() {
        accepted("alice");
        assertTrue(await(REDIS.redis().commands().ttl(RedisKeys.QUEUE_CALLER + "alice")) > 600);
    }

    @ParameterizedTest
    @CsvSource({"200,25,50", "200,100,200", "10,25,2", "3,25,1", "200,0,1", "2147483647,100,2147483647"})
    void aShareIsRoundedDownToAtLeastOneTask(int all, int percent, int ofCaller) {
        assertEquals(new WaitingBounds(all, ofCaller), WaitingBounds.shared(all, percent));
    }

    /** Under a nonce that the test can send again. */
    private String accepted(String caller) {
        String nonce = UUID.randomUUID().toString();
        String id = assertInstanceOf(Submission.Accepted.class, submit(nonce, caller, BOUNDS))
                .id();
        await(REDIS.redis().commands().rename(RedisKeys.SUBMISSION + nonce, RedisKeys.SUBMISSION + "of " + id));
        return id;
    }

    private Submission submit(String caller) {
        return submit(UUID.randomUUID().toString(), caller, BOUNDS);
    }

    private Submission submit(String nonce, String caller, WaitingBounds bounds) {
        return await(send(nonce, caller, bounds));
    }

    private CompletionStage<Submission> send(String nonce, String caller, WaitingBounds bounds) {
        TaskRecord task = new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server-1", caller, false);
        return new SubmitTask(REDIS.redis(), ScriptFixture.LIFE).run(nonce, task, Map.of(), bounds);
    }

    private static List<String> keys() {
        return REDIS.keys().stream().sorted().toList();
    }
}
