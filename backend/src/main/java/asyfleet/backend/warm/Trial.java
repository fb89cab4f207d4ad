package asyfleet.backend.warm;

import asyfleet.backend.execute.ColdLauncher;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.execute.Preloader;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trial of the warm start before the first task: it draws a figure in every format, warm and cold, and compares. Fork
 * servers know more about the tools than the tools promise; with versions that we have not seen, this is what tells.
 */
final class Trial {

    static final String MAIN = "main.asy";
    private static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    /** Labels, for all of TeX; a shading and a clip, for Ghostscript. */
    private static final String FIGURE = """
            size(4cm);
            path frame = (0,0)--(1,0)--(1,1)--(0,1)--cycle;
            axialshade(frame, red, (0,0), blue, (1,1));
            draw(frame, dashed);
            label("$\\int_0^1 f(x)\\,dx$", (0.5,0.5), white);
            label("A", (0,0), SW);
            clip(frame);
            """;

    private final Sandbox cold;
    private final Sandbox warm;
    private final ForkServers servers;

    Trial(Sandbox cold, Sandbox warm, ForkServers servers) {
        this.cold = cold;
        this.warm = warm;
        this.servers = servers;
    }

    /** @throws IOException saying what differs, or that nothing waits */
    void run() throws IOException {
        for (Format format : Format.values()) {
            servers.startAhead(servers(format)).join();
            Rendering expected = render(cold, format, Preloader.NONE);
            CopyPreloader preloader = new CopyPreloader(servers, InstantSource.system(), usual(format));
            Optional<String> difference = Difference.between(expected, render(warm, format, preloader));
            if (difference.isPresent()) {
                throw new IOException("a figure as " + format.wire() + " differs from a cold one: " + difference.get());
            }
        }
    }

    private static Rendering render(Sandbox sandbox, Format format, Preloader preloader) throws IOException {
        try (Launcher launcher = new ColdLauncher(sandbox, Runnable::run, preloader)) {
            return Rendering.of(launcher, request(format));
        }
    }

    /** All that a task of that format with the usual name may use. */
    static List<ServerSpec> servers(Format format) {
        List<ServerSpec> servers = new ArrayList<>(usual(format));
        if (format == Format.SVG) {
            servers.addAll(TaskPrograms.outlines());
        }
        return servers;
    }

    /** The programs that wait in a cell for such a task. */
    static List<ServerSpec> usual(Format format) {
        return TaskPrograms.usual(request(format));
    }

    private static ExecutionRequest request(Format format) {
        Map<String, byte[]> files = Map.of(MAIN, FIGURE.getBytes(StandardCharsets.UTF_8));
        return new ExecutionRequest(files, Optional.of(MAIN), options(format), Optional.of(TIME_LIMIT));
    }

    private static TaskOptions options(Format format) {
        return new TaskOptions(false, null, format, StderrMode.STDOUT, 0);
    }
}
