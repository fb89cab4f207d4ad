package asyfleet.protocol.task;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {

    private static final TaskLimits.Files LIMITS = TaskLimits.Files.DEFAULT;

    @ParameterizedTest
    @ValueSource(strings = {"main.asy", "a.asy", "_x.asy", "fig-1_v2.0+b.asy", "0.asy"})
    void aPlainAsymptoteNameMayBeTheMainFile(String name) {
        assertDoesNotThrow(() -> FileNames.check(name, true, LIMITS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"points.csv", "points.dat", "notes.txt", "module.asy"})
    void dataFilesMayStandBesideTheMainFile(String name) {
        assertDoesNotThrow(() -> FileNames.check(name, false, LIMITS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"points.csv", "main", "main.ASY", "main.asy.txt"})
    void theMainFileMustEndInAsy(String name) {
        ProtocolException e = assertThrows(ProtocolException.class, () -> FileNames.check(name, true, LIMITS));
        assertEquals("bad file name \"" + name + "\"; expected it to end in .asy", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.exe", "x.sh", "x.sty", "x", "asy", "x.", "x.asy2"})
    void anExtensionThatIsNotAllowedIsRefused(String name) {
        ProtocolException e = assertThrows(ProtocolException.class, () -> FileNames.check(name, false, LIMITS));
        assertEquals(
                "bad file name \"" + name + "\"; expected it to end in ."
                        + String.join(", .", new TreeSet<>(LIMITS.extensions())),
                e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"photo.png", "photo.jpg", "teapot.obj", "figure.pdf", "rows.csv", "words.tex"})
    void dataAndPicturesMayBeSentAlong(String name) {
        assertDoesNotThrow(() -> FileNames.check(name, false, LIMITS));
    }

    @Test
    void anOperatorMayAllowOtherExtensions() {
        TaskLimits.Files others =
                TaskLimits.DEFAULT.withExtensions(Set.of("asy", "stl")).files();
        assertDoesNotThrow(() -> FileNames.check("part.stl", false, others));
        assertThrows(ProtocolException.class, () -> FileNames.check("photo.png", false, others));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/x.asy",
                "../x.asy",
                "a/b.asy",
                "a\\b.asy",
                ".x.asy",
                ".asy",
                "-x.asy",
                "+x.asy",
                "a b.asy",
                "a\nb.asy",
                "x.asy\n",
                "a\0.asy",
                "é.asy",
                "a$b.asy",
                "a`b.asy",
                "a;b.asy",
                "a:b.asy",
                "~x.asy",
                "a%b.asy",
                "a*.asy",
                "a\u202e.asy"
            })
    void aNameThatMeansMoreThanAFileIsRefused(String name) {
        ProtocolException e = assertThrows(ProtocolException.class, () -> FileNames.check(name, false, LIMITS));
        assertTrue(e.getMessage().startsWith("bad file name \""), e.getMessage());
        assertTrue(e.getMessage().chars().noneMatch(Character::isISOControl), e.getMessage());
    }

    @Test
    void aNameMayBeAsLongAsTheLimitAndNoLonger() {
        String longest = "x".repeat(LIMITS.maxNameLength() - 4) + ".asy";
        assertDoesNotThrow(() -> FileNames.check(longest, true, LIMITS));
        ProtocolException e = assertThrows(ProtocolException.class, () -> FileNames.check("x" + longest, true, LIMITS));
        assertTrue(e.getMessage().endsWith("has 101 characters; expected at most 100"), e.getMessage());
    }
}
