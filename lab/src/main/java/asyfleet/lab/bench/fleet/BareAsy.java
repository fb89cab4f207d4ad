package asyfleet.lab.bench.fleet;

import asyfleet.config.StartFailure;
import asyfleet.lab.report.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The peer: {@code asy} as one runs it by hand, without a sandbox and one after the other. */
final class BareAsy {

    Samples render(String program, int rounds) {
        List<Double> millis = new ArrayList<>();
        try {
            Path directory = Files.createTempDirectory("asyfleet-bench");
            Files.writeString(directory.resolve("main.asy"), program);
            for (int i = 0; i < rounds; i++) {
                millis.add(run(directory));
            }
            delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Samples.of(millis);
    }

    /** While another {@code asy} keeps one processor busy. */
    Samples renderBesideEndless(String program, int rounds) {
        Process endless = null;
        try {
            Path directory = Files.createTempDirectory("asyfleet-bench");
            Files.writeString(directory.resolve("main.asy"), Figures.ENDLESS);
            endless = start(directory);
            Samples samples = render(program, rounds);
            delete(directory);
            return samples;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (endless != null) {
                endless.destroyForcibly();
            }
        }
    }

    private static Process start(Path directory) throws IOException {
        return Children.start(new ProcessBuilder("asy", "-noV", "-f", "svg", "-o", "out", "main.asy")
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    private static double run(Path directory) throws IOException {
        long started = System.nanoTime();
        Process asy = start(directory);
        try {
            if (asy.waitFor() != 0) {
                throw new StartFailure("asy by hand ended with " + asy.exitValue());
            }
        } catch (InterruptedException e) {
            asy.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new StartFailure("asy was not waited for", e);
        }
        return (System.nanoTime() - started) / 1e6;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
