package asyfleet.lab.bench.fleet;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * BullMQ, the peer of the queue, run by a small script for Node. npm fetches it when it is first measured, into a
 * directory outside the checkout, where it is kept for the next time.
 */
record BullMq(Path script) {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("user.home"), ".cache", "asyfleet", "bench-bullmq");

    private static final String PACKAGE = "bullmq@5";

    /** Empty, with the reason on {@code out}, where there is no Node or npm can fetch nothing. */
    static Optional<BullMq> install(PrintStream out) {
        try {
            Files.createDirectories(DIRECTORY);
            Path script = DIRECTORY.resolve("bullmq.mjs");
            try (InputStream source = BullMq.class.getResourceAsStream("/bench/bullmq.mjs")) {
                Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
            }
            if (!Files.isDirectory(DIRECTORY.resolve("node_modules/bullmq"))) {
                out.println("installing " + PACKAGE + " into " + DIRECTORY);
                ChildCommand.of(
                                "npm",
                                "install",
                                "--silent",
                                "--ignore-scripts",
                                "--prefix",
                                DIRECTORY.toString(),
                                PACKAGE)
                        .run();
            }
            return Optional.of(new BullMq(script));
        } catch (IOException | UncheckedIOException | StartFailure e) {
            out.println("BullMQ is not measured: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** @param producers each adds a job, waits for its end, and adds the next; as many jobs run at a time */
    double jobsPerSecond(int redisPort, int jobs, int producers) {
        String rate = ChildCommand.of(
                        "node",
                        script.toString(),
                        String.valueOf(redisPort),
                        String.valueOf(jobs),
                        String.valueOf(producers))
                .run();
        return Double.parseDouble(rate.strip());
    }
}
