package asyfleet.redis;

import asyfleet.testing.NeededTools;
import com.redis.testcontainers.RedisContainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.awaitility.Awaitility;
import org.testcontainers.DockerClientFactory;
import redis.embedded.RedisServer;

/** The origin of a test's Redis; {@link RedisFixture} lists the order. */
public interface TestRedisServer extends AutoCloseable {

    String uri();

    void kill();

    void restartEmpty();

    @Override
    void close();

    static TestRedisServer start() {
        String given = System.getenv("ASYFLEET_TEST_REDIS");
        if (given != null && !given.isBlank()) {
            return new Given(given);
        }
        if (NeededTools.onPath("redis-server").isPresent()) {
            return new Local();
        }
        return dockerAnswers() ? new Container() : new Embedded(freePort());
    }

    /** Asks only where a socket or address is: a client that looks for an engine in vain may hang for minutes. */
    private static boolean dockerAnswers() {
        boolean somewhere = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        try {
            return somewhere && DockerClientFactory.instance().isDockerAvailable();
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Someone else's server, emptied between tests. */
    record Given(String uri) implements TestRedisServer {
        @Override
        public void kill() {
            throw new IllegalStateException("A Redis given by ASYFLEET_TEST_REDIS is not killed");
        }

        @Override
        public void restartEmpty() {
            throw new IllegalStateException("A Redis given by ASYFLEET_TEST_REDIS is not restarted");
        }

        @Override
        public void close() {
            // It is not ours to end.
        }
    }

    /** A {@code redis-server} process of our own. */
    final class Local implements TestRedisServer {

        /** Somebody may take the free port between our look and Redis's start. */
        private static final int TRIES = 3;

        private final Path directory;
        private int port;
        private Process process;

        Local() {
            try {
                this.directory = Files.createTempDirectory("asyfleet-test-redis");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            launch(TestRedisServer::freePort);
        }

        private void launch(IntSupplier choice) {
            for (int tries = 0; tries < TRIES; tries++) {
                port = choice.getAsInt();
                startProcess();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> !process.isAlive() || answers());
                if (process.isAlive()) {
                    return;
                }
            }
            throw new IllegalStateException("redis-server ended at once " + TRIES + " times, at last on port " + port);
        }

        private void startProcess() {
            List<String> command = List.of(
                    "redis-server",
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    "--save",
                    "",
                    "--appendonly",
                    "no",
                    "--dir",
                    directory.toString());
            try {
                process = new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectErrorStream(true)
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("Could not start redis-server", e);
            }
        }

        /** Whether it is our process that answers, and not one of another test that was faster to take the port. */
        private boolean answers() {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(2000); // whatever else took the port may never answer
                socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
                String info = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return info.contains("process_id:" + process.pid() + "\r\n");
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public String uri() {
            return "redis://127.0.0.1:" + port;
        }

        @Override
        public void kill() {
            end();
        }

        @Override
        public void restartEmpty() {
            end();
            int same = port;
            launch(() -> same);
        }

        private void end() {
            try {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            end();
            try {
                Files.deleteIfExists(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A container, where there is a Docker engine and no {@code redis-server}. */
    final class Container implements TestRedisServer {

        private final RedisContainer container = new RedisContainer("redis:7.2-alpine");

        Container() {
            container.start();
        }

        @Override
        public String uri() {
            return container.getRedisURI();
        }

        @Override
        public void kill() {
            container.stop();
        }

        @Override
        public void restartEmpty() {
            throw new IllegalStateException("A container comes back on another port");
        }

        @Override
        public void close() {
            container.stop();
        }
    }

    /** The binary inside the embedded-redis artefact. */
    final class Embedded implements TestRedisServer {

        private final int port;
        private RedisServer server;

        Embedded(int port) {
            this.port = port;
            launch();
        }

        private void launch() {
            server = RedisServer.builder().port(port).bind("127.0.0.1").build();
            server.start();
        }

        @Override
        public String uri() {
            return "redis://127.0.0.1:" + port;
        }

        @Override
        public void kill() {
            close();
        }

        @Override
        public void restartEmpty() {
            close();
            launch();
        }

        @Override
        public void close() {
            server.stop();
        }
    }
}
