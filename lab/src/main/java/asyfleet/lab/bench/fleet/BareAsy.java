package asyfleet.lab.bench.fleet;

import asyfleet.backend.execute.AsyCommand;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.config.StartFailure;
import asyfleet.lab.report.Samples;
import asyfleet.process.Children;
import asyfleet.protocol.task.Format;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * {@code asy} as one runs it by hand: the command of a backend in a directory of its own, without a sandbox and with
 * nothing prepared. It is what backends and fleets are compared with.
 */
public final class BareAsy implements AutoCloseable {

    private static final String MAIN = "main.asy";

    private static final String WITH_X_SERVER = """
            Xvfb "$0" -screen 0 1280x1024x24 >/dev/null 2>&1 &
            until [ -S "/tmp/.X11-unix/X${0#:}" ]; do kill -0 $! && sleep 0.01 || exit 1; done
            DISPLAY="$0" "$@"; code=$?; kill $!; exit $code
            """;

    /** Numbers that few X servers of a machine have. */
    private static final AtomicInteger DISPLAYS = new AtomicInteger(5000);

    /** The ways in which solids become a picture. */
    public enum Solids {
        BY_X_SERVER,
        AS_VECTORS
    }

    private final Path directory;
    private final Process asy;

    private BareAsy(String program, TaskOptions options, Solids solids) throws IOException {
        directory = Files.createTempDirectory("asyfleet-by-hand");
        Files.writeString(directory.resolve(MAIN), program);
        asy = Children.start(new ProcessBuilder(command(request(program, options), options.format(), solids))
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    /** With an X server where a person would need one: Asymptote draws no solids without. */
    private static List<String> command(ExecutionRequest request, Format format, Solids solids) {
        List<String> asy = AsyCommand.asymptote(request, format);
        if (solids == Solids.AS_VECTORS) {
            asy.replaceAll(argument -> argument.startsWith("-render=") ? "-render=0" : argument);
        }
        if (asy.contains("-render=0") || format == Format.HTML) {
            return asy;
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", WITH_X_SERVER, ":" + DISPLAYS.incrementAndGet()));
        command.addAll(asy);
        return command;
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
        picture(program, options, Solids.BY_X_SERVER);
        return System.nanoTime() - started;
    }

    /** Returns the picture. */
    public static byte[] picture(String program, TaskOptions options, Solids solids)
            throws IOException, InterruptedException {
        try (BareAsy bare = new BareAsy(program, options, solids)) {
            if (bare.asy.waitFor() != 0) {
                throw new StartFailure("asy by hand ended with " + bare.asy.exitValue());
            }
            return Files.readAllBytes(bare.directory.resolve(
                    AsyCommand.PICTURE + "." + options.format().wire()));
        }
    }

    /** One after the other. */
    public static Samples draw(String program, int rounds) throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            nanos.add(draw(program, TaskOptions.DEFAULT));
        }
        return Samples.ofNanosAsMillis(nanos);
    }

    /** The same, while another {@code asy} keeps one processor busy. */
    public static Samples drawBesideEndless(String program, int rounds) throws IOException, InterruptedException {
        BareAsy endless = new BareAsy(Figures.ENDLESS, TaskOptions.DEFAULT, Solids.BY_X_SERVER);
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
