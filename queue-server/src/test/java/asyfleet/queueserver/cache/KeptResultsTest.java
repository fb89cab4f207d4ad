package asyfleet.queueserver.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.RecordingTask;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.reuse.Results;
import asyfleet.redis.schema.Toolchain;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A result is served again, with the fleet behind it in the test's hands. */
@Tag("slow")
class KeptResultsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final ServerMessage.Complete DONE =
            new ServerMessage.Complete(true, null, 7L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE));
    private static final ServerMessage.Queue PASSED = new ServerMessage.Queue(true, null);

    private final FakeOwner owner = new FakeOwner();
    private final RecordingTask fleet = new RecordingTask();
    private final List<ServerMessage> first = new ArrayList<>();
    private final List<ServerMessage> second = new ArrayList<>();
    private final KeptResults results = new KeptResults(
            new Results(REDIS.redis(), Duration.ofMinutes(1), 10_000),
            1000,
            KeptResults.counter(new PrometheusRegistry()));

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        new Toolchain(REDIS.redis())
                .publish("asymptote 2.85")
                .toCompletableFuture()
                .join();
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aResultThatSucceededIsServedAgainWithItsOutputAndTime() {
        keep(figure(";"), first);
        List<ServerMessage> all = List.of(PASSED, output("hello"), image(), DONE);
        all.forEach(this::say);
        awaitStored();
        keep(figure(";"), second);

        assertEquals(1, fleet.launched.size());
        assertEquals(all, second);
    }

    @Test
    void aTaskWaitsOnlyAMomentForAKeptResult() {
        results.launch(figure(";"), first::add, fleet);
        owner.passTime(Duration.ofMillis(500));
        assertEquals(1, fleet.launched.size());
    }

    @Test
    void aLookThatIsAnsweredLeavesNoTimerThatHoldsTheTask() {
        keep(figure(";"), first);
        assertEquals(0, owner.timers());
    }

    @Test
    void aFailureIsNotServedAgain() {
        keep(figure(";"), first);
        say(new ServerMessage.Complete(
                false, "too long", 3000L, Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3000)));
        keep(figure(";"), second);

        assertEquals(2, fleet.launched.size());
    }

    @Test
    void aResultThatIsTooLargeIsNotKept() {
        keep(figure(";"), first);
        say(new ServerMessage.Result(Format.SVG, new byte[2000]));
        say(DONE);
        keep(figure(";"), second);

        assertEquals(2, fleet.launched.size());
    }

    private void keep(ClientTask task, List<ServerMessage> client) {
        int before = fleet.launched.size() + client.size();
        results.launch(task, client::add, fleet);
        Awaitility.await().until(() -> {
            owner.runAll();
            return fleet.launched.size() + client.size() > before;
        });
    }

    private void awaitStored() {
        Awaitility.await().until(() -> REDIS.keys().stream().anyMatch(key -> key.startsWith("result:")));
        assertTrue(REDIS.keys().contains("results.bytes"));
    }

    private void say(ServerMessage message) {
        fleet.say(message);
        owner.runAll();
    }

    private ClientTask figure(String source) {
        TaskRequest request = new TaskRequest(Map.of("main.asy", bytes(source)), "main.asy", TaskOptions.DEFAULT, 1);
        return new ClientTask(request, TestTerms.PLAIN, owner).withDigest("digest of " + source);
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
