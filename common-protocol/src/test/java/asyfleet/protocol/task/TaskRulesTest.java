package asyfleet.protocol.task;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TaskRulesTest {

    private static final TaskLimits SMALL =
            new TaskLimits(new TaskLimits.Files(2, 10, 15, 20, Set.of("asy", "csv")), TaskLimits.Frames.DEFAULT);
    private static final Optional<String> UNNAMED = Optional.empty();
    private static final TaskOptions SHELL = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0);

    private final TaskRules rules = new TaskRules(SMALL, List.of(3000, 10_000));

    @Test
    void theOnlyFileIsTheMainFile() {
        assertEquals(Optional.of("a.asy"), rules.checkTask(files("a.asy", 1), UNNAMED, TaskOptions.DEFAULT));
    }

    @Test
    void ofSeveralFilesOneMustBeNamed() {
        Map<String, byte[]> files = files("a.asy", 1, "b.asy", 1);

        assertEquals(Optional.of("b.asy"), rules.checkTask(files, Optional.of("b.asy"), TaskOptions.DEFAULT));
        assertRefused(
                "no main file among [a.asy, b.asy]; expected \"main\" to say which one to run",
                () -> rules.checkTask(files, UNNAMED, TaskOptions.DEFAULT));
    }

    @Test
    void theMainFileMustBeThere() {
        assertRefused(
                "main is \"x.asy\"; expected one of the files [a.asy]",
                () -> rules.checkTask(files("a.asy", 1), Optional.of("x.asy"), TaskOptions.DEFAULT));
        assertRefused(
                "main is \"x.asy\"; expected one of the files [a.asy]",
                () -> rules.checkTask(files("a.asy", 1), Optional.of("x.asy"), SHELL));
    }

    @Test
    void withoutFilesThereIsNoMainFileWhateverItsName() {
        String error = "no files; expected a main file";
        assertRefused(error, () -> rules.checkTask(Map.of(), UNNAMED, TaskOptions.DEFAULT));
        assertRefused(error, () -> rules.checkTask(Map.of(), Optional.of("a.asy"), TaskOptions.DEFAULT));
    }

    @Test
    void aShellNeedsNoMainFile() {
        assertEquals(UNNAMED, rules.checkTask(Map.of(), UNNAMED, SHELL));
        assertEquals(UNNAMED, rules.checkTask(files("a.csv", 1), UNNAMED, SHELL));
    }

    @Test
    void ofFilesThatAreMarkedAsMainThereMayBeOne() {
        assertRefused(
                "main files [a.asy, b.asy]; expected exactly one",
                () -> TaskRules.markedMain(List.of("a.asy", "b.asy"), List.of("a.asy", "b.asy"), true));
    }

    @Test
    void onlyTheMainFileMustBeAsymptoteSource() {
        assertDoesNotThrow(
                () -> rules.checkTask(files("a.asy", 1, "b.csv", 1), Optional.of("a.asy"), TaskOptions.DEFAULT));
        assertRefused(
                "bad file name \"b.csv\"; expected it to end in .asy",
                () -> rules.checkTask(files("b.csv", 1), UNNAMED, TaskOptions.DEFAULT));
    }

    @Test
    void aTaskThatComesAsAWholeHasTheLimitsOfOneThatComesInParts() {
        assertTooLarge("too long: the contents of a.asy, 11 bytes; expected at most 10", files("a.asy", 11));
        assertTooLarge(
                "too long: the contents of all files, 16 bytes; expected at most 15", files("a.asy", 10, "b.asy", 6));
        assertTooLarge(
                "too many files: \"c.asy\" is number 3; expected at most 2", files("a.asy", 1, "b.asy", 1, "c.asy", 1));
    }

    @Test
    void anErrorRepeatsNoMoreThanABoundedPartOfManyNames() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        Collections.nCopies(1000, 0).forEach(zero -> files.put("x".repeat(90) + files.size() + ".asy", new byte[0]));

        ProtocolException e = assertThrows(
                ProtocolException.class, () -> rules.checkTask(files, Optional.of("a"), TaskOptions.DEFAULT));
        assertTrue(e.getMessage().length() < 600, e.getMessage());
    }

    @Test
    void aTimeoutMustBeOneOfTheSeriesIfThereIsOne() {
        assertRefused("timeout is 5000; expected one of 3000, 10000", () -> rules.checkTimeout(5000));
        assertDoesNotThrow(() -> rules.checkTimeout(10_000));
        assertDoesNotThrow(() -> rules.checkTimeout(null));
        assertDoesNotThrow(() -> TaskRules.withAnyTimeout(SMALL).checkTimeout(5000));
    }

    @Test
    void theOptionsOfAWholeTaskAreCheckedToo() {
        Map<String, byte[]> files = files("a.asy", 1);
        TaskOptions slow = new TaskOptions(false, 5000, Format.SVG, StderrMode.STDOUT, 0);
        TaskOptions loud = new TaskOptions(false, null, Format.SVG, StderrMode.STDOUT, 4);

        assertRefused("timeout is 5000; expected one of 3000, 10000", () -> rules.checkTask(files, UNNAMED, slow));
        assertRefused("verbosity is 4; expected 0, 1, 2 or 3", () -> rules.checkTask(files, UNNAMED, loud));
    }

    private void assertTooLarge(String error, Map<String, byte[]> files) {
        ProtocolException e = assertThrows(
                ProtocolException.class, () -> rules.checkTask(files, Optional.of("a.asy"), TaskOptions.DEFAULT));
        assertInstanceOf(TooLargeException.class, e);
        assertEquals(error, e.getMessage());
    }

    private static void assertRefused(String error, Executable check) {
        assertEquals(error, assertThrows(ProtocolException.class, check).getMessage());
    }

    private static Map<String, byte[]> files(Object... namesAndSizes) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSizes.length; i += 2) {
            files.put((String) namesAndSizes[i], new byte[(int) namesAndSizes[i + 1]]);
        }
        return files;
    }
}
