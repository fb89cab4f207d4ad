package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class QueueServerStartTest {

    @Test
    void aServerThatWaitsForRedisSaysSoAndEndsAtOnceWhenItIsTold() {
        ChildProcess process = ChildCommand.java(
                        QueueServerMain.class, "--redis", "redis://127.0.0.1:1", "--redis-patience", "1h")
                .withJvm("-XX:TieredStopAtLevel=1")
                .start();
        process.await(Pattern.compile("waiting for Redis .*127.0.0.1:1"));
        process.terminate();

        assertEquals(143, process.exitCode());
    }

    @Test
    void aServerOfAnEmptyFleetIsReadyAndSaysWhatIsMissing() throws Exception {
        try (RedisFixture redis = RedisFixture.start();
                QueueServer server = TestQueueServer.start(redis, "--lame-duck=0s")) {
            HttpResponse<String> answer = CheckedHttpClient.create()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.address() + "/readyz"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertEquals(200, answer.statusCode());
            for (String remark : List.of(
                    "\"backends\":\"no backend in the fleet, tasks wait for one\"",
                    "\"scheduler\":\"no scheduler leads, tasks wait for one\"")) {
                assertTrue(answer.body().contains(remark), answer.body());
            }
        }
    }

    @Test
    void aPortThatIsTakenIsToldInOneLineAndNothingElse() throws IOException {
        try (RedisFixture redis = RedisFixture.start();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            ChildProcess process = ChildCommand.java(QueueServerMain.class, "--redis", redis.uri(), "--port", port)
                    .withJvm("-XX:TieredStopAtLevel=1")
                    .start();

            assertEquals(1, process.exitCode());
            assertEquals(1, process.printed().lines().count(), process::printed);
            assertTrue(process.printed().contains("port " + port), process::printed);
        }
    }
}
