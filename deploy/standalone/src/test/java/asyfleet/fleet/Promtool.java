package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prometheus' own checker of metrics and rules, where it is installed. */
public final class Promtool {

    private static final Path PROGRAM = Path.of("/usr/bin/promtool");

    private Promtool() {}

    public static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    /** Fails with what it says, unless it is content and says nothing on its errors. */
    public static String run(byte[] input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input);
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> String.join(" ", command) + " said:\n" + said);
        return said;
    }
}
