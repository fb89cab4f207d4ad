package asyfleet.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EmbeddedRedisTest {

    @TempDir
    Path data;

    @Test
    void answersOnItsUri() throws IOException {
        try (EmbeddedRedis redis = EmbeddedRedis.start(data)) {
            assertEquals(List.of("+OK", "+PONG"), ask(redis, "AUTH " + password(redis), "PING"));
        }
    }

    @Test
    void aFileThatOnlyItsUserCanReadTellsHowToReachItWhileItRuns() throws IOException {
        Path file = data.resolve("fleet.conf");
        try (EmbeddedRedis redis = EmbeddedRedis.start(data)) {
            assertEquals("redis = " + redis.uri() + "\n", Files.readString(file));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        assertFalse(Files.exists(file));
    }

    @Test
    void refusesWhoDoesNotKnowThePassword() throws IOException {
        try (EmbeddedRedis redis = EmbeddedRedis.start(data)) {
            assertEquals(List.of("-NOAUTH Authentication required."), ask(redis, "DBSIZE"));
        }
    }

    @Test
    void theCarriedBinaryWorksAndItsFileIsGoneOnceItRuns() throws IOException {
        RedisBinary binary = RedisBinary.unpack();
        EmbeddedRedis redis;
        try (binary) {
            redis = EmbeddedRedis.start(binary, data);
        }
        try (redis) {
            assertFalse(Files.exists(Path.of(binary.command())));
            assertEquals(List.of("+OK", "+PONG"), ask(redis, "AUTH " + password(redis), "PING"));
        }
    }

    @Test
    void theCarriedBinaryIsNewEnough() {
        try (RedisBinary binary = RedisBinary.unpack()) {
            assertTrue(RedisBinary.majorVersion(binary.command()).orElseThrow() >= RedisBinary.OLDEST_MAJOR);
        }
    }

    @Test
    void whatItHeldIsThereWhenItIsStartedAgain() throws IOException {
        try (EmbeddedRedis redis = EmbeddedRedis.start(data)) {
            ask(redis, "AUTH " + password(redis), "SET some value");
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(data)) {
            assertEquals(List.of("+OK", "$5", "value"), ask(redis, "AUTH " + password(redis), "GET some", ""));
        }
    }

    @Test
    void twoDoNotShareADirectory() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(data)) {
            StartFailure failure = assertThrows(StartFailure.class, () -> EmbeddedRedis.start(data));

            assertTrue(failure.getMessage().contains(data.toString()), failure.getMessage());
        }
    }

    @Test
    void isGoneWhenClosed() {
        EmbeddedRedis redis = EmbeddedRedis.start(data);
        redis.close();

        assertThrows(ConnectException.class, () -> ask(redis, "PING"));
    }

    @Test
    void aProgramThatIsNoRedisIsReportedWithItsLastWords() {
        StartFailure failure =
                assertThrows(StartFailure.class, () -> EmbeddedRedis.start(new RedisBinary("/bin/ls", false), data));

        assertTrue(failure.getMessage().startsWith("redis-server did not start: "), failure.getMessage());
    }

    private static String password(EmbeddedRedis redis) {
        return URI.create(redis.uri()).getUserInfo().substring(1);
    }

    /** Sends commands as a person at a terminal would, and returns one line of answer for each. */
    private static List<String> ask(EmbeddedRedis redis, String... commands) throws IOException {
        URI uri = URI.create(redis.uri());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write((String.join("\r\n", commands) + "\r\n").getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .limit(commands.length)
                    .toList();
        }
    }
}
