package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueServerStartTest {

    @Test
    void aPortThatIsTakenIsToldInOneLineAndNothingElse() throws Exception {
        try (RedisFixture redis = RedisFixture.start();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process = start("--redis", redis.uri(), "--port", Integer.toString(taken.getLocalPort()));
            List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();

            assertEquals(1, process.waitFor());
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.get(0).contains("port " + taken.getLocalPort()), lines.toString());
        }
    }

    private static Process start(String... args) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                QueueServerMain.class.getName());
        builder.command().addAll(List.of(args));
        return builder.redirectErrorStream(true).start();
    }
}
