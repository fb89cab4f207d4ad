package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.testing.NeededTools;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prometheus' own checker of metrics and rules, where it is installed. */
public final class Promtool {

    private static final Path PROGRAM = Path.of("/usr/bin/promtool");

    private Promtool() {}

    /** Skips the test without it, unless {@code ASYFLEET_TEST_PROMTOOL=required}. */
    public static void need() {
        Optional<Path> found = Optional.of(PROGRAM).filter(Files::isExecutable);
        NeededTools.need("PROMTOOL", found, "no promtool: Debian has it in 'prometheus'");
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
