package asyfleet.queueserver.supersede;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Target;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.RecordingTask;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.redis.RedisFixture;
import asyfleet.testing.MetricValues;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session's newer task replaces its older one, over two queue servers that meet in a real Redis. */
@Tag("slow")
class SupersedingTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter counter = Superseding.counter(registry);
    private final RedisFixture redis = RedisFixture.start();
    private final FakeOwner owner = new FakeOwner();
    private final RecordingTask fleet = new RecordingTask();
    private final List<ServerMessage> told = new ArrayList<>();
    private final Superseding here = server("here");
    private final Superseding there = server("there");

    @AfterEach
    void stop() {
        here.close();
        there.close();
        redis.close();
    }

    @Test
    void aWaitingTaskIsDeniedWhenItsSessionStartsANewerOneElsewhere() {
        launch(here, "editor");
        launch(there, "editor");

        awaitTold();
        assertEquals(
                List.of(new ServerMessage.Denied(
                        "A newer task of the same session took its place", EndCode.SUPERSEDED)),
                told);
        assertEquals(List.of(EndCode.SUPERSEDED), fleet.told);
        assertEquals(1, MetricValues.of(registry, "asyfleet_tasks_superseded_total"));
    }

    @Test
    void aRunningTaskIsCompleteWhenItIsReplaced() {
        launch(here, "editor");
        fleet.say(new ServerMessage.Queue(true, null));
        told.clear();
        launch(here, "editor");

        awaitTold();
        ServerMessage.Complete end = (ServerMessage.Complete) told.get(0);
        assertEquals(EndCode.SUPERSEDED, end.verdict().code());
    }

    @Test
    void tasksOfOtherSessionsAndWithoutOneAreLeftAlone() {
        launch(here, "one");
        launch(here, "two");
        launch(here, null);
        launch(here, "one");

        awaitTold();
        assertEquals(1, told.size());
    }

    @Test
    void aNameThatIsTooLongIsABadRequest() {
        assertThrows(HttpError.class, () -> launch(here, "x".repeat(101)));
        assertTrue(fleet.launched.isEmpty());
    }

    private void awaitTold() {
        Awaitility.await().until(() -> {
            owner.runAll();
            return !told.isEmpty();
        });
    }

    private Superseding server(String name) {
        return new Superseding(redis.redis(), name, counter);
    }

    private void launch(Superseding server, String session) {
        Map<String, List<String>> query = session == null ? Map.of() : Map.of("session", List.of(session));
        Peer peer =
                new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), false, new CompletableFuture<>());
        Request request =
                new Request(new Target(Method.GET, "/asy", Map.of(), query), Headers.EMPTY, new byte[0], peer);
        TaskTerms terms = TaskTerms.of(request, new Caller("somebody", false), false);
        TaskRequest task = new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 2);
        server.launch(new ClientTask(task, terms, owner), told::add, fleet);
    }
}
