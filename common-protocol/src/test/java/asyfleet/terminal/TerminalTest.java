package asyfleet.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

    @ParameterizedTest
    @CsvSource({"/dev/pts/3, true", "/dev/tty1, true", "/dev/null, false", "/tmp/err.log, false", "pipe:[123], false"})
    void aFileOrAPipeIsNoTerminal(Path device, boolean terminal) {
        assertEquals(terminal, Terminal.isTerminal(device));
    }

    @ParameterizedTest
    @CsvSource({"132, 132", "40, 40"})
    void theWidthIsWhatTheShellSays(String columns, int width) {
        assertEquals(width, Terminal.width(Map.of("COLUMNS", columns)));
    }

    @ParameterizedTest
    @CsvSource({"'24 120\n', 120", "'0 0\n', 80", "'', 80"})
    void withoutAShellTheTerminalIsAsked(String size, int width) {
        assertEquals(width, Terminal.widthIn(size));
    }

    @ParameterizedTest
    @CsvSource({"xterm, '', true", "xterm, 1, false", "dumb, '', false"})
    void coloursAreForThoseWhoWantThem(String kind, String refusal, boolean colours) {
        assertEquals(colours, Terminal.hasColours(Map.of("TERM", kind, "NO_COLOR", refusal)));
    }

    @Test
    void theLineThatIsDrawnWhenTheProgramIsEndedStaysAndThePromptComesBelowIt() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        StatusLine line = new StatusLine(new PrintStream(shown, true, StandardCharsets.UTF_8));
        line.draw("1 of 2");
        line.leave();
        line.draw("2 of 2");

        String all = shown.toString(StandardCharsets.UTF_8).replaceAll("\u001b\\[[?]7[lh]", "");
        assertEquals("1 of 2\n", all);
    }
}
