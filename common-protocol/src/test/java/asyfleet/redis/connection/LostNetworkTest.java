package asyfleet.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that swallows packets and resets nothing, as a machine that lost its power does. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LostNetworkTest {

    @Test
    void connectionsIntoNowhereAreGivenUpAndMadeAgain() throws Exception {
        Assumptions.assumeTrue(run("true").exitCode == 0, "no network namespace can be made here");

        Ended ended = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LostNetwork.class.getName());

        assertEquals(0, ended.exitCode, ended.printed);
    }

    private record Ended(int exitCode, String printed) {}

    private static Ended run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of("unshare", "--map-root-user", "--net")));
        builder.command().addAll(List.of(command));
        builder.environment().remove("ASYFLEET_TEST_REDIS"); // it would be out of reach
        Process process = builder.redirectErrorStream(true).start();
        try (var output = process.getInputStream()) {
            String printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), printed);
        } finally {
            process.destroyForcibly();
        }
    }
}
