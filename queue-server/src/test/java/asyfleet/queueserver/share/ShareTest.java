package asyfleet.queueserver.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.digest.TaskDigests;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.RecordingTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Equal tasks run once, with the fleet behind them in the test's hands. */
class ShareTest {

    private static final TaskDigests DIGESTS = new TaskDigests();
    private static final ServerMessage.Complete DONE =
            new ServerMessage.Complete(true, null, 7L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE));
    private static final ServerMessage.Queue PASSED = new ServerMessage.Queue(true, null);

    private final FakeOwner owner = new FakeOwner();
    private final RecordingTask fleet = new RecordingTask();
    private final List<ServerMessage> first = new ArrayList<>();
    private final List<ServerMessage> second = new ArrayList<>();
    private final Sharing sharing = new Sharing(Sharing.counter(new PrometheusRegistry()));

    @Test
    void equalTasksRunOnceAndEverybodyIsToldEverything() {
        share(figure(";"), first);
        say(new ServerMessage.Queue(false, 50L));
        share(figure(";"), second);
        say(PASSED);
        say(image());
        say(DONE);

        assertEquals(1, fleet.launched.size());
        assertEquals(List.of(new ServerMessage.Queue(false, 50L), PASSED, image(), DONE), first);
        assertEquals(first, second);
    }

    @Test
    void tasksThatDifferRunEachForItself() {
        share(figure(";"), first);
        share(figure(";;"), second);

        assertEquals(2, fleet.launched.size());
    }

    @Test
    void aTaskWhoseProgramHasSpokenIsNotJoined() {
        share(figure(";"), first);
        say(output("hello"));
        share(figure(";"), second);

        assertEquals(2, fleet.launched.size());
    }

    @Test
    void aTaskWhoseProgramSpeaksWhileSomebodyIsAboutToJoinIsNotJoined() {
        share(figure(";"), first);
        launch(figure(";"), second);
        fleet.listeners.get(0).on(output("hello"));
        owner.runAll();

        assertEquals(2, fleet.launched.size());
    }

    @Test
    void aTaskThatEndedIsNotJoined() {
        share(figure(";"), first);
        say(DONE);
        share(figure(";"), second);

        assertEquals(2, fleet.launched.size());
    }

    @Test
    void theRunGoesOnUntilItsLastClientLeaves() {
        TaskHandle one = share(figure(";"), first);
        TaskHandle two = share(figure(";"), second);
        one.abort();
        owner.runAll();
        assertEquals(List.of(), fleet.told);

        two.abort();
        owner.runAll();
        assertEquals(List.of(EndCode.ABORTED), fleet.told);
    }

    @Test
    void aClientThatLeftIsToldNothing() {
        TaskHandle one = share(figure(";"), first);
        share(figure(";"), second);
        one.abort();
        say(DONE);

        assertEquals(List.of(), first);
        assertEquals(List.of(DONE), second);
    }

    @Test
    void aShorterTimeOfOneClientIsNotTheOthers() {
        TaskHandle one = share(figure(";"), first);
        share(figure(";"), second);
        say(PASSED);
        one.shorten(1000);
        owner.runAll();
        owner.passTime();
        say(DONE);

        assertEquals(
                EndCode.TIME_LIMIT,
                ((ServerMessage.Complete) first.get(1)).verdict().code());
        assertEquals(List.of(PASSED, DONE), second);
        assertEquals(List.of(), fleet.told);
    }

    @Test
    void aShorterTimeOfOneClientCountsFromTheStartAndNotFromTheWait() {
        TaskHandle one = share(figure(";"), first);
        share(figure(";"), second);
        one.shorten(2000);
        one.shorten(30_000);
        owner.runAll();
        owner.passTime(Duration.ofSeconds(60));
        assertEquals(List.of(), first);

        say(PASSED);
        owner.passTime(Duration.ofMillis(1500));
        assertEquals(List.of(PASSED), first);
        owner.passTime(Duration.ofMillis(500));
        assertEquals(
                EndCode.TIME_LIMIT,
                ((ServerMessage.Complete) first.get(1)).verdict().code());
    }

    @Test
    void theTimeThatARunHasHadCountsForAClientThatShortensIt() {
        TaskHandle one = share(figure(";"), first);
        share(figure(";"), second);
        say(PASSED);
        owner.passTime(Duration.ofMillis(1500));
        one.shorten(2000);
        owner.runAll();
        owner.passTime(Duration.ofMillis(500));

        assertEquals(2, first.size());
    }

    @Test
    void aRunThatItsOnlyClientShortenedIsNotJoined() {
        share(figure(";"), first).shorten(4000);
        owner.runAll();
        share(figure(";"), second);

        assertEquals(2, fleet.launched.size());
    }

    @Test
    void nobodyJoinsARunOfALowerPriority() {
        share(figure(";", 0), first);
        share(figure(";", 2), second);
        assertEquals(2, fleet.launched.size());

        share(figure(";", 1), first);
        assertEquals(2, fleet.launched.size());
    }

    @Test
    void aShorterTimeOfTheOnlyClientIsTheTasks() {
        share(figure(";"), first).shorten(1000);
        owner.runAll();

        assertEquals(List.of(1000), fleet.told);
    }

    @Test
    void shellsAreNeverShared() {
        share(request(";", true), first);
        share(request(";", true), second);

        assertEquals(2, fleet.launched.size());
    }

    private TaskHandle share(TaskRequest request, List<ServerMessage> client) {
        TaskHandle handle = launch(request, client);
        owner.runAll();
        return handle;
    }

    private TaskHandle launch(TaskRequest request, List<ServerMessage> client) {
        ClientTask task = new ClientTask(request, TestTerms.PLAIN, owner);
        return DIGESTS.launch(task, client::add, (digested, listener) -> sharing.launch(digested, listener, fleet));
    }

    private void say(ServerMessage message) {
        fleet.say(message);
        owner.runAll();
    }

    private static TaskRequest figure(String source) {
        return request(source, false);
    }

    private static TaskRequest figure(String source, int priority) {
        return new TaskRequest(Map.of("main.asy", bytes(source)), "main.asy", TaskOptions.DEFAULT, priority);
    }

    private static TaskRequest request(String source, boolean interactive) {
        TaskOptions options = new TaskOptions(interactive, null, Format.SVG, StderrMode.STDOUT, 0);
        return new TaskRequest(Map.of("main.asy", bytes(source)), "main.asy", options, 1);
    }

    private static ServerMessage.Output output(String text) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, bytes(text));
    }

    private static ServerMessage.Result image() {
        return new ServerMessage.Result(Format.SVG, bytes("<svg/>"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
