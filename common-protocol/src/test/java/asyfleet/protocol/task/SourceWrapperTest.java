package asyfleet.protocol.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceWrapperTest {

    private static String removed(String source) {
        return new String(SourceWrapper.removedFrom(source.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\begin{asy}\ndraw(\"ä\");\n\\end{asy}\nAs we see in",
                "\n  \\begin{asy}[width=5cm]\ndraw(\"ä\");\n\\end{asy}",
                "[asy]\ndraw(\"ä\");\n[/asy]",
                "[asy size=200]draw(\"ä\");\n[/asy] and so on",
                "```asy\ndraw(\"ä\");\n```\n",
                "```asymptote\ndraw(\"ä\");\n",
                "[asy]draw(\"ä\");"
            })
    void whatStandsAroundACopiedFigureBecomesSpaces(String source) {
        String plain = removed(source);
        assertEquals("draw(\"ä\");", plain.strip());
        assertEquals(source.indexOf("draw"), plain.indexOf("draw"), "the column stays");
        assertEquals(source.lines().count(), plain.lines().count(), "the line stays");
    }

    @Test
    void aProgramThatSpeaksOfSuchMarksStaysAsItIs() {
        String source = "// [asy]\nlabel(\"\\begin{asy}\");";
        assertEquals(source, removed(source));
    }
}
