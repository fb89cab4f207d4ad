package asyfleet.lab.bench.fleet;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import asyfleet.process.Children;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * BullMQ, the peer of the queue, run by a small script for Node on a Redis of its own. npm fetches it when it is first
 * measured, into a directory outside the checkout, where it is kept for the next time.
 */
public record BullMq(Path script) {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("user.home"), ".cache", "asyfleet", "bench-bullmq-6");

    private static final String PACKAGE = "bullmq@6";

    /** BullMQ 6 leaves it to its user which one it is. */
    private static final String REDIS_CLIENT = "ioredis@5";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The figures of some jobs.
     *
     * @param cpuMicros processor time of Node and Redis for one job
     */
    public record Round(double perSecond, double cpuMicros) {}

    /** Empty, with the reason on {@code out}, where there is no Node or npm can fetch nothing. */
    public static Optional<BullMq> install(PrintStream out) {
        try {
            Files.createDirectories(DIRECTORY);
            Path script = DIRECTORY.resolve("bullmq.mjs");
            try (InputStream source = BullMq.class.getResourceAsStream("/bench/bullmq.mjs")) {
                Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
            }
            if (!Files.isDirectory(DIRECTORY.resolve("node_modules/ioredis"))) {
                out.println("installing " + PACKAGE + " into " + DIRECTORY);
                ChildCommand.of(
                                "npm",
                                "install",
                                "--silent",
                                "--ignore-scripts",
                                "--prefix",
                                DIRECTORY.toString(),
                                PACKAGE,
                                REDIS_CLIENT)
                        .run();
            }
            return Optional.of(new BullMq(script));
        } catch (IOException | UncheckedIOException | StartFailure e) {
            out.println("BullMQ is not measured: " + e.getMessage());
            return Optional.empty();
        }
    }

    public String version() {
        try {
            return JSON.readTree(DIRECTORY
                            .resolve("node_modules/bullmq/package.json")
                            .toFile())
                    .path("version")
                    .asString();
        } catch (JacksonException e) {
            return "unknown";
        }
    }

    /** @param producers each adds a job, waits for its end, and adds the next; as many jobs run at a time */
    public Running start(int producers) {
        LocalFleet redis = LocalFleet.create();
        try {
            Process node = Children.start(new ProcessBuilder(
                            "node", script.toString(), String.valueOf(redis.redisPort()), String.valueOf(producers))
                    .redirectError(ProcessBuilder.Redirect.DISCARD));
            return new RunningNode(node, redis);
        } catch (IOException e) {
            redis.close();
            throw new StartFailure("cannot start node: " + e.getMessage(), e);
        }
    }

    /** A Node that produces and works when it is told to. */
    public interface Running extends AutoCloseable {

        Running NONE = new Running() {
            @Override
            public Optional<Round> round(Duration time) {
                return Optional.empty();
            }

            @Override
            public void close() {}
        };

        /**
         * Blocks for that time.
         *
         * @throws StartFailure if a job had another's result
         */
        Optional<Round> round(Duration time);

        @Override
        void close();
    }

    private record RunningNode(Process node, LocalFleet redis, BufferedReader answers, Writer orders)
            implements Running {

        RunningNode(Process node, LocalFleet redis) {
            this(node, redis, node.inputReader(), node.outputWriter());
        }

        @Override
        public Optional<Round> round(Duration time) {
            try {
                orders.write(time.toMillis() + "\n");
                orders.flush();
                JsonNode answer = JSON.readTree(Optional.ofNullable(answers.readLine())
                        .orElseThrow(() -> new StartFailure("BullMQ ended, expected figures")));
                if (answer.path("wrong").asInt() > 0) {
                    throw new StartFailure("BullMQ gave jobs the results of others: " + answer);
                }
                return Optional.of(new Round(
                        answer.path("perSecond").asDouble(),
                        answer.path("cpuMicros").asDouble()));
            } catch (IOException e) {
                throw new StartFailure("BullMQ cannot be heard: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            node.destroy(); // it has nothing to finish
            redis.close();
        }
    }
}
