package asyfleet.backend.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules on outputs that no honest program makes; docs/errors.md has the others. */
final class ExplainerTest {

    private static final Verdict FAILED = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE);

    private final Explainer explainer = new Explainer(() ->
            new Installed(Set.of("draw", "unitcircle"), new Modules(Map.of("graph", ModuleSource.of("int graph;")))));

    private VerdictDetails explain(Verdict verdict, String source, String output) {
        return explain(verdict, Map.of("main.asy", source), output);
    }

    private VerdictDetails explain(Verdict verdict, Map<String, String> sources, String output) {
        OutputScan scan = new OutputScan(sources.keySet());
        byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
        scan.add(false, bytes, bytes.length);
        Map<String, byte[]> files = new HashMap<>();
        sources.forEach((name, source) -> files.put(name, source.getBytes(StandardCharsets.UTF_8)));
        return explainer.explain(verdict, scan, files, Optional.of("main.asy")).details();
    }

    @Test
    void aFileNeedsItsOwnImportAlsoIfAnotherHasIt() {
        Map<String, String> files = Map.of(
                "main.asy", "import graph; import helper;", "helper.asy", "import other; graph;", "other.asy", "");
        VerdictDetails details = explain(FAILED, files, "helper.asy: 1.1: no matching variable 'graph'\n");
        assertEquals("it needs: import graph;", details.hint());
        assertEquals("import graph;", details.fix());
        assertEquals("helper.asy", details.file());
    }

    @ParameterizedTest
    @CsvSource({
        "import helper;, import graph;",
        "include helper;, import graph;",
        "include \"helper.asy\";, include part;"
    })
    void whatAnotherFileOfTheTaskBringsNeedsNoImport(String main, String helper) {
        Map<String, String> files = Map.of("main.asy", main, "helper.asy", helper, "part.asy", "import graph;");
        VerdictDetails details = explain(FAILED, files, "main.asy: 1.1: no matching function 'graph(int)'\n");
        assertEquals("'graph' is there, but not for these kinds of values", details.hint());
    }

    @Test
    void anIncludedFileHasTheNamesOfTheOneThatIncludesIt() {
        Map<String, String> files = Map.of("main.asy", "import graph; include part;", "part.asy", "graph(1);");
        VerdictDetails details = explain(FAILED, files, "part.asy: 1.1: no matching function 'graph(int)'\n");
        assertEquals("'graph' is there, but not for these kinds of values", details.hint());
    }

    @Test
    void columnsCountCharactersNotBytes() {
        VerdictDetails details =
                explain(FAILED, "string s=\"äö\"; draw(x);", "main.asy: 1.23: no matching variable 'x'\n");
        assertEquals(21, details.column());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main.asy: 999999999.999999999: syntax error\n",
                "main.asy: 0.0: syntax error\n",
                "main.asy: 1.1: unexpected end of input\n",
                "main.asy: 1.1: string not terminated\n",
                "! Undefined control sequence.\n",
                "! Undefined control sequence.\nl.1 \\\n",
                "! LaTeX Error: File `' not found.\n",
                "! LaTeX Error: File `((((.sty' not found.\n",
                "error: could not load module '[[('\n",
                "! \n"
            })
    void anyOutputIsExplainedSomehow(String output) {
        for (String source : new String[] {"", "(((", "\"", "/*", "draw(unitcircle)", "\\\\\"'\"", "\u0000{"}) {
            assertTrue(explain(FAILED, source, output).summary() != null, output);
        }
    }

    @Test
    void wordsOfAProgramAreShortAndCannotDriveATerminal() {
        VerdictDetails details = explain(FAILED, "", "main.asy: 1.1: \u001b[2J" + "x".repeat(900) + "\u202e\n");
        assertTrue(details.summary().length() <= 301);
        assertTrue(details.summary().chars().noneMatch(letter -> letter == 0x1b || letter == 0x202e));
    }

    @Test
    void aHostileSourceOfTheLargestSizeIsExplainedInTime() {
        String source = "(".repeat(1 << 19) + "a b ".repeat(1 << 17);
        assertEquals(
                "syntax error",
                explain(FAILED, source, "main.asy: 1.900000: syntax error\n").summary());
        assertEquals(
                "no matching variable 'zzzz'",
                explain(FAILED, source, "main.asy: 1.1: no matching variable 'zzzz'\n")
                        .summary());
    }

    @Test
    void aSyntaxErrorOfAsymptote3IsExplainedLikeOneOfAsymptote2() {
        String source = "draw(unitcircle)\ndot((0,0));\n";
        assertEquals(
                explain(FAILED, source, "main.asy: 2.1: syntax error\n"),
                explain(FAILED, source, "main.asy: 2.1: syntax error: \n"));
    }

    @Test
    void whoAsksForXelatexIsToldWhichSetOfPackagesHasIt() {
        VerdictDetails details = explain(FAILED, "settings.tex=\"xelatex\";", "Cannot execute xelatex\n");
        assertEquals("This server does not have xelatex", details.summary());
        assertEquals("leave settings.tex (option -tex) out, or have the fleet started with --tex full", details.hint());
    }

    @Test
    void anEndByALimitKeepsTheWordsOfTheLimit() {
        Verdict limit = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3001);
        assertEquals(limit.details(), explain(limit, "", "main.asy: 1.1: no\n"));
    }

    @Test
    void texThatWaitsAtAMistakeUntilTheTimeIsOverIsExplainedByTheMistake() {
        Verdict limit = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.TEX, 3000, 3001);
        VerdictDetails details = explain(limit, "label(\"x^2\");", "! Missing $ inserted.\nl.7 {x^2}\n");
        assertEquals("LaTeX found mathematics outside of $...$", details.summary());
        assertEquals(1, details.line());
    }

    @Test
    void aSuccessNeedsNoWords() {
        assertNull(explain(Verdict.of(EndCode.OK, Stage.ASYMPTOTE), "", "main.asy: 1.1: no\n")
                .summary());
    }
}
