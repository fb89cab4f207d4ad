package asyfleet.queueserver.digest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.RecordingTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.task.TestTerms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class TaskDigestsTest {

    private static final TaskRequest SMALL = request(";");
    private static final TaskRequest LARGE = request(";".repeat(TaskDigests.MOST_BYTES_AT_ONCE + 1));

    private final FakeOwner owner = new FakeOwner();
    private final List<Runnable> elsewhere = new ArrayList<>();
    private final RecordingTask fleet = new RecordingTask();
    private final TaskDigests digests = new TaskDigests(elsewhere::add);

    @Test
    void theDigestKnowsNamesFromContentsAndFilesFromEachOther() {
        TaskRequest one = new TaskRequest(Map.of("a.asy", bytes("bc")), "a.asy", TaskOptions.DEFAULT, 1);
        TaskRequest other = new TaskRequest(Map.of("a.asy", bytes("b"), "c.asy", bytes("")), "a.asy", one.options(), 1);

        assertNotEquals(TaskDigest.of("", one), TaskDigest.of("", other));
        assertNotEquals(TaskDigest.of("", request(";")), TaskDigest.of("", request("; ")));
        assertEquals(TaskDigest.of("", request(";")), TaskDigest.of("", request(";")));
    }

    @Test
    void equalTasksOfCallersWhoAreKeptApartHaveDifferentDigests() {
        assertNotEquals(TaskDigest.of("token alice", SMALL), TaskDigest.of("token bob", SMALL));
        assertNotEquals(TaskDigest.of("token alice", SMALL), TaskDigest.of("", SMALL));
    }

    @Test
    void aSmallTaskGetsItsDigestAtOnce() {
        launch(SMALL, TestTerms.PLAIN);

        assertEquals(List.of(Optional.of(TaskDigest.of("", SMALL))), begun());
        assertEquals(List.of(), elsewhere);
    }

    @Test
    void theDigestOfALargeTaskIsNotComputedByTheOwner() {
        launch(LARGE, TestTerms.PLAIN).shorten(1000);
        owner.runAll();
        assertEquals(List.of(), begun());

        elsewhere.remove(0).run();
        assertEquals(List.of(), begun(), "begun on another thread than the owner's");
        owner.runAll();
        assertEquals(List.of(Optional.of(TaskDigest.of("", LARGE))), begun());
        assertEquals(List.of(1000), fleet.told);
    }

    @Test
    void aTaskWhoseClientLeavesMeanwhileNeverBegins() {
        launch(LARGE, TestTerms.PLAIN).abort();
        elsewhere.remove(0).run();
        owner.runAll();

        assertEquals(List.of(), begun());
    }

    @Test
    void aTaskRunsWithoutADigestWhenTooManyWaitForTheirs() {
        TaskDigests full = new TaskDigests(work -> {
            throw new RejectedExecutionException("full");
        });
        full.launch(new ClientTask(LARGE, TestTerms.PLAIN, owner), message -> {}, fleet);

        assertEquals(List.of(Optional.empty()), begun());
    }

    @Test
    void aTaskThatWantsARunOfItsOwnHasNoDigest() {
        launch(SMALL, TaskTerms.adopted("", TestTerms.PLAIN.trace()));

        assertEquals(List.of(Optional.empty()), begun());
        assertTrue(elsewhere.isEmpty());
    }

    private TaskHandle launch(TaskRequest request, TaskTerms terms) {
        return digests.launch(new ClientTask(request, terms, owner), message -> {}, fleet);
    }

    private static TaskRequest request(String source) {
        return new TaskRequest(Map.of("main.asy", bytes(source)), "main.asy", TaskOptions.DEFAULT, 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The digests with which tasks went on. */
    private List<Optional<String>> begun() {
        return fleet.launched.stream().map(ClientTask::digest).toList();
    }
}
