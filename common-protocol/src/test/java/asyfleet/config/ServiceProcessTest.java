package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A service as the operator meets it: a process with exit codes and signals. */
class ServiceProcessTest {

    /** The service that the tests run. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) throws InterruptedException {
            Setting<Integer> port =
                    Setting.of("--port", "PORT", ValueType.port(), "x").byDefault("1");
            ServiceMain.run(
                    new Service<>(
                            SettingsSpec.of("example", "x", List.of(port)),
                            values -> values.get(port),
                            ServiceProcessTest::start),
                    args);
        }
    }

    private static RunningService start(int port) {
        return new RunningService() {
            @Override
            public String address() {
                return "port:" + port;
            }

            @Override
            public void close() {
                System.out.println("drained");
            }
        };
    }

    private static Process run(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PORT", "7");
        return builder.start();
    }

    private static String readUntil(BufferedReader reader, String part) throws Exception {
        StringBuilder seen = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            seen.append(line).append('\n');
            if (line.contains(part)) {
                return seen.toString();
            }
        }
        throw new AssertionError("expected '" + part + "' in\n" + seen);
    }

    @Test
    void aServiceSaysThatItIsReadyAndDrainsOnSigterm() throws Exception {
        Process process = run();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            readUntil(output, "ready service=example address=port:7");
            process.toHandle().destroy(); // SIGTERM; Process.destroy would close our end of its output as well
            readUntil(output, "drained");
            assertTrue(process.waitFor(20, TimeUnit.SECONDS));
            assertEquals(143, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void wrongSettingsEndTheProcessWithCode2AndOneLine() throws Exception {
        Process process = run("--port=x");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(2, process.exitValue());
        assertEquals(
                "asyfleet example: --port=x: expected a port from 0 to 65535"
                        + " ('asyfleet example --help' lists the settings)\n",
                output);
    }
}
