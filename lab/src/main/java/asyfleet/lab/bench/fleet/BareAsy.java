package asyfleet.lab.bench.fleet;

import asyfleet.backend.execute.AsyCommand;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.config.StartFailure;
import asyfleet.lab.report.Samples;
import asyfleet.process.Children;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code asy} as one runs it by hand: the command of a backend in a directory of its own, without a sandbox and with
 * nothing prepared. It is what backends and fleets are compared with.
 */
public final class BareAsy implements AutoCloseable {

    private static final String MAIN = "main.asy";

    private final Path directory;
    private final Process asy;

    private BareAsy(String program, TaskOptions options) throws IOException {
        directory = Files.createTempDirectory("asyfleet-by-hand");
        Files.writeString(directory.resolve(MAIN), program);
        asy = Children.start(new ProcessBuilder(AsyCommand.asymptote(request(program, options), options.format()))
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    private static ExecutionRequest request(String program, TaskOptions options) {
        return new ExecutionRequest(
                Map.of(MAIN, program.getBytes(StandardCharsets.UTF_8)),
                Optional.of(MAIN),
                options,
                Optional.of(Duration.ofMinutes(1)));
    }

    /** Returns the nanoseconds from the program to the picture. */
    public static long draw(String program, TaskOptions options) throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (BareAsy bare = new BareAsy(program, options)) {
            if (bare.asy.waitFor() != 0) {
                throw new StartFailure("asy by hand ended with " + bare.asy.exitValue());
            }
            Files.readAllBytes(bare.directory.resolve(
                    AsyCommand.PICTURE + "." + options.format().wire()));
            return System.nanoTime() - started;
        }
    }

    /** One after the other. */
    static Samples draw(String program, int rounds) throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            nanos.add(draw(program, TaskOptions.DEFAULT));
        }
        return Samples.ofNanosAsMillis(nanos);
    }

    /** The same, while another {@code asy} keeps one processor busy. */
    static Samples drawBesideEndless(String program, int rounds) throws IOException, InterruptedException {
        BareAsy endless = new BareAsy(Figures.ENDLESS, TaskOptions.DEFAULT);
        try {
            return draw(program, rounds);
        } finally {
            endless.close();
        }
    }

    @Override
    public void close() throws IOException {
        asy.destroyForcibly().onExit().join();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
