package asyfleet.backend.claim;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.ring.gateway.Gateway;
import asyfleet.backend.ring.gateway.GatewaySettings;
import asyfleet.backend.ring.link.LinkLimits;
import asyfleet.backend.ring.link.RawPeer;
import asyfleet.backend.ring.manage.Console;
import asyfleet.backend.ring.parcel.TaskResult;
import asyfleet.backend.ring.session.RingServer;
import asyfleet.config.Secret;
import asyfleet.net.NetThreads;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.EndCode;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.Stage;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.Verdict;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fleet's tasks through a ring: the test is the scheduler, the queue server and the runner. */
class RingGatewayTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create();

    private static final TaskResult RESULT = new TaskResult(
            List.of(new Output(OutputStreamName.STDOUT, new byte[] {'h', 'i'})),
            List.of(new Result(Format.SVG, new byte[] {1, 2, 3})),
            new Complete(true, null, 5L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE)));

    private FakeScheduler scheduler;
    private Gateway gateway;

    @BeforeEach
    void start() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
        gateway = Gateway.start(
                new GatewaySettings(new Secret(REDIS.uri()), "127.0.0.1", 0, Optional.empty()),
                new Gateway.Ring(
                        new RingServer.Options("127.0.0.1", 0, 10, LinkLimits.DEFAULT, Optional.empty()),
                        "group",
                        Duration.ofMinutes(1)),
                new Console(new PrintStream(OutputStream.nullOutputStream()), false));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @AfterAll
    static void end() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void aWorkerCountsAsABackendWhileItWaits() throws IOException {
        try (RawPeer runner = join()) {
            runner.say("PETO");
            await().until(() -> scheduler.backends() == 1);
        }

        await().until(() -> scheduler.backends() == 0);
    }

    @Test
    void aTaskIsRunByARunnerAndServedByTheGateway() throws IOException {
        try (RawPeer runner = join()) {
            runner.say("PETO");
            String task = scheduler.dispatch();
            take(runner, task);
            try (TaskClient client = TaskClient.connect(THREADS, scheduler.address(task))) {
                bring(runner, task, RESULT.encode());

                assertEquals(
                        List.<ServerMessage>of(
                                RESULT.outputs().get(0), RESULT.images().get(0), RESULT.complete()),
                        client.all());
            }
            await().until(() -> scheduler.finished().contains(task));
        }
    }

    @Test
    void theTaskOfALostRunnerIsToBeRunElsewhere() throws IOException {
        try (RawPeer runner = join()) {
            runner.say("PETO");
            String task = scheduler.dispatch();
            take(runner, task);
            try (TaskClient client = TaskClient.connect(THREADS, scheduler.address(task))) {
                runner.close();

                assertEquals(EndCode.FLEET_FAULT, client.complete().verdict().code());
            }
        }
    }

    @Test
    void theResultOfAnotherProgramsRunnerIsNoResult() throws IOException {
        try (RawPeer runner = join()) {
            runner.say("PETO");
            String task = scheduler.dispatch();
            take(runner, task);
            try (TaskClient client = TaskClient.connect(THREADS, scheduler.address(task))) {
                bring(runner, task, new byte[] {'x'});

                assertEquals(EndCode.FLEET_FAULT, client.complete().verdict().code());
            }
        }
    }

    @Test
    void aShellIsHandedBack() throws IOException {
        try (RawPeer runner = join()) {
            runner.say("PETO");
            String task = scheduler.dispatch(new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0));
            try (TaskClient client = TaskClient.connect(THREADS, scheduler.address(task))) {
                assertEquals(EndCode.FLEET_FAULT, client.complete().verdict().code());
            }
        }
    }

    @Test
    void aShortenedTaskEndsInTimeWhateverItsRunnerDoes() throws IOException {
        try (RawPeer runner = join()) {
            runner.say("PETO");
            String task = scheduler.dispatch();
            take(runner, task);
            try (TaskClient client = TaskClient.connect(THREADS, scheduler.address(task))) {
                client.send(new ClientMessage.Options(null, 1, null, null, null));

                assertEquals(EndCode.TIME_LIMIT, client.complete().verdict().code());
            }
            bring(runner, task, RESULT.encode());
        }
    }

    private RawPeer join() throws IOException {
        return RawPeer.connect(gateway.port())
                .say("SALUTON; MI host\n")
                .hear("VERSIO 1.3")
                .say("KOMPRENAS")
                .hear("ALIGI group")
                .say("JES");
    }

    private static void take(RawPeer runner, String task) throws IOException {
        runner.hear("LABORO " + task + " .task ");
        int size = Integer.parseInt(runner.hearRest());
        String contents = runner.say("PRETA").hearBytes(size);
        assertTrue(contents.endsWith("draw(unitcircle);"), contents);
    }

    private static void bring(RawPeer runner, String task, byte[] output) throws IOException {
        runner.say("REZULTO " + task + " success " + output.length + "\n").hear("PRETA");
        runner.say(output).hear("RICEVIS");
    }
}
