package asyfleet.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.warm.WarmStart;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class SandboxDoctorTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private int examine(boolean warm) {
        ExecutionSettings settings = new ExecutionSettings(
                SlotCount.of(1),
                ExecutionLimits.DEFAULT,
                SandboxSettings.DEFAULT,
                new WarmSettings(warm, WarmStart.defaultCache()),
                ExtraModules.NONE);
        return SandboxDoctor.examine(settings, new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    @Test
    void eachAttackIsTriedOnCellsWithWaitingProgramsAndWithout() {
        assertEquals(0, examine(true));
        String text = shown.toString(StandardCharsets.UTF_8);
        String attack = "contained  read a file with TeX's \\openin\n";
        assertEquals(3, text.split(java.util.regex.Pattern.quote(attack), -1).length, text);
        assertTrue(text.startsWith("cells in which programs wait:\n"), text);
        assertTrue(text.matches("(?s).*\n(\\d+) attacks, \\1 contained\nthis backend runs in .*"), text);
    }

    @Test
    void theLastLineSaysWhetherTheKernelLimitsMemory() {
        examine(false);
        String text = shown.toString(StandardCharsets.UTF_8);
        assertTrue(
                text.matches(
                        "(?s).*\nthe memory of tasks is (limited by the kernel|watched, not limited by the kernel: ).*\n"),
                text);
    }

    @Test
    void withoutAWarmStartThereIsOneKindOfCell() {
        assertEquals(0, examine(false));
        assertTrue(shown.toString(StandardCharsets.UTF_8).startsWith("cells in which nothing waits:\n"));
    }
}
