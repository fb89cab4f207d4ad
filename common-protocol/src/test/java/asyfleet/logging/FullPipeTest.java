package asyfleet.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.process.ChildCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process whose standard error is a pipe that nobody reads. */
@Timeout(
        value = 1,
        unit = TimeUnit.MINUTES,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a read goes on if interrupted
@Tag("slow")
class FullPipeTest {

    private static final int LINES = 100_000;
    private static final int EXIT_CODE = 7;
    private static final Pattern LOST = Pattern.compile("log lines lost lines=(\\d+)");

    /** Logs far more than a pipe holds, says so on standard output, waits to be told to end, and ends with an error. */
    static final class LoggingProgram {

        private static final Logger LOG = LoggerFactory.getLogger(LoggingProgram.class);

        private LoggingProgram() {}

        public static void main(String[] args) throws IOException {
            for (int number = 0; number < LINES; number++) {
                LOG.info("counted number={}", number);
            }
            System.out.println("went on");
            System.in.read();
            LOG.error("the last error");
            System.exit(EXIT_CODE);
        }
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(
                        ChildCommand.jdk("java"),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoggingProgram.class.getName())
                .start();
    }

    /** Each line is there, or a line in its place says that it is lost; how often that happens is the machine's. */
    private static void assertCounted(List<String> lines) {
        int next = 0;
        int losses = 0;
        for (String line : lines) {
            Matcher lost = LOST.matcher(line);
            if (lost.find()) {
                next += Integer.parseInt(lost.group(1));
                losses++;
            } else {
                assertTrue(line.endsWith("counted number=" + next), line + " in place of " + next);
                next++;
            }
        }
        assertEquals(LINES, next);
        assertTrue(losses > 0, "nothing was lost");
    }

    @Test
    void theProcessGoesOnTellsWhatItLostAndLosesNoErrorAtItsEnd() throws Exception {
        Process process = start();
        try (BufferedReader out = process.inputReader();
                BufferedReader err = process.errorReader()) {
            assertEquals("went on", out.readLine());

            process.outputWriter().append('\n').flush();
            List<String> lines = err.lines().toList();

            assertCounted(lines.subList(0, lines.size() - 1));
            assertTrue(lines.get(lines.size() - 1).endsWith(" the last error"), lines.get(lines.size() - 1));
            assertEquals(EXIT_CODE, process.waitFor());
        } finally {
            process.destroyForcibly();
        }
    }
}
