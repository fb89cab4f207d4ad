package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.FileNames;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskFiles;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.wire.WireName;
import asyfleet.testing.Docs;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of rules in docs/protocols.md, made from the rules: each error is that of a real breach. */
class TaskRulesDocsTest {

    private static final TaskLimits LIMITS = TaskLimits.DEFAULT;
    private static final TaskLimits.Files FILES = LIMITS.files();
    private static final TaskOptions DEFAULTS = TaskOptions.DEFAULT;
    private static final TaskOptions SHELL_OF_TWO = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0)
            .with(new PictureOptions(List.of(Format.SVG, Format.PNG), null, null, null));
    private static final TaskRules RULES = new TaskRules(LIMITS, List.of(3000, 10_000, 30_000));
    private static final List<String> TWO = List.of("a.asy", "b.asy");

    @Test
    void theTableInTheDocsIsTheRulesInTheCode() {
        String documented = Docs.read("protocols.md")
                .lines()
                .dropWhile(line -> !line.startsWith("| of a task "))
                .takeWhile(line -> line.startsWith("|"))
                .collect(Collectors.joining("\n"));
        assertEquals(table(), documented, () -> "docs/protocols.md must hold exactly this table:\n" + table());
    }

    private static String table() {
        return Stream.of(
                        Stream.of("| of a task | allowed | without it | error, for example |", "|---|---|---|---|"),
                        fileRows(),
                        mainRows(),
                        optionRows())
                .flatMap(rows -> rows)
                .collect(Collectors.joining("\n"));
    }

    private static Stream<String> fileRows() {
        String longName = "x".repeat(FILES.maxNameLength()) + ".asy";
        return Stream.of(
                row(
                        "name of a file",
                        "letters, digits, `_`, `+`, `-`, `.`; no directory; a letter, a digit or `_` first",
                        "",
                        () -> FileNames.check("../a.asy", false, FILES)),
                row(
                        "length of a name",
                        "at most " + FILES.maxNameLength() + " characters",
                        "",
                        () -> FileNames.check(longName, false, FILES)),
                row(
                        "end of a name",
                        code(FILES.extensions().stream()
                                .map(end -> "." + end)
                                .collect(Collectors.toCollection(TreeSet::new))),
                        "",
                        () -> FileNames.check("a.sh", false, FILES)),
                row("end of the main file's name", "`.asy`", "", () -> FileNames.check("a.csv", true, FILES)),
                row("each name", "once", "", () -> {
                    throw TaskRules.addedTwice("a.asy");
                }),
                row("number of files", "at most " + FILES.maxFiles(), "", TaskRulesDocsTest::addTooMany),
                row("bytes of a file", mebibytes(FILES.maxFileBytes()), "", () -> check(1, FILES.maxFileBytes() + 1)),
                row("bytes of all files", mebibytes(FILES.maxTotalBytes()), "", () -> check(5, FILES.maxFileBytes())),
                row(
                        "`hash` of a file",
                        "the SHA-256 of its contents",
                        "not checked",
                        () -> TaskRules.checkHash(new ClientMessage.Add(
                                "a.asy", true, "0".repeat(64), false, ";".getBytes(StandardCharsets.UTF_8)))));
    }

    private static Stream<String> mainRows() {
        return Stream.of(
                row(
                        "main file",
                        "exactly one",
                        "over HTTP the only file; none in a shell",
                        () -> TaskRules.markedMain(List.of(), TWO, false)),
                row("", "", "", () -> TaskRules.markedMain(TWO, TWO, false)),
                row("", "", "", () -> RULES.checkTask(Map.of("a.asy", new byte[0]), Optional.of("b.asy"), DEFAULTS)),
                row("", "", "", () -> TaskRules.markedMain(List.of(), List.of(), false)));
    }

    private static Stream<String> optionRows() {
        return Stream.of(
                row("`input`", "for a shell only, after `run`", "", () -> {
                    throw TaskRules.inputToFigure();
                }),
                row(
                        "`options` after `run`",
                        "a shorter `timeout` only",
                        "",
                        () -> TaskRules.checkLaterOptions(
                                new ClientMessage.Options(null, 3000, Format.PDF, null, null))),
                row("any other message", "when it is its turn", "", () -> {
                    throw TaskRules.outOfTurn("run", "input, if interactive, or options {\"timeout\": ms}");
                }),
                row(
                        "`interactive`",
                        "`true`, `false`",
                        "`" + DEFAULTS.interactive() + "`",
                        () -> options("{\"interactive\": 1}")),
                row(
                        "`timeout`",
                        "milliseconds, one of the operator's series",
                        "as long as the load allows",
                        () -> RULES.checkTimeout(5000)),
                row("", "", "", () -> options("{\"timeout\": 0}")),
                row("`format`", wire(Format.values()), wire(DEFAULTS.format()), () -> options("{\"format\": \"gif\"}")),
                row(
                        "`stderr`",
                        wire(StderrMode.values()),
                        wire(DEFAULTS.stderr()),
                        () -> options("{\"stderr\": \"no\"}")),
                row(
                        "`verbosity`",
                        "`0` to `" + TaskRules.MAX_VERBOSITY + "`",
                        "`" + DEFAULTS.verbosity() + "`",
                        () -> options("{\"verbosity\": " + (TaskRules.MAX_VERBOSITY + 1) + "}")),
                row(
                        "`formats`",
                        "a list of different formats, in place of `format`",
                        "the one of `format`",
                        () -> options("{\"formats\": [\"svg\", \"svg\"]}")),
                row("", "", "", () -> options("{\"format\": \"svg\", \"formats\": [\"png\"]}")),
                row("", "one for a shell", "", () -> TaskRules.checkFormats(SHELL_OF_TWO)),
                row(
                        "`scale`",
                        "`1` to `" + PictureOptions.MAX_SCALE + "`: pixels of a PNG for each point of 1/72 inch",
                        "`" + DEFAULTS.picture().resolution() / PictureOptions.DPI_OF_SCALE + "`",
                        () -> options("{\"scale\": 100}")),
                row(
                        "`dpi`",
                        "`" + PictureOptions.DPI_OF_SCALE + "` to `" + PictureOptions.MAX_DPI
                                + "`, in place of `scale`",
                        "`" + DEFAULTS.picture().resolution() + "`",
                        () -> options("{\"dpi\": 10000}")),
                row("", "", "", () -> options("{\"scale\": 2, \"dpi\": 144}")),
                row(
                        "`transparent`",
                        "`true`, `false`: of a PNG",
                        "`" + DEFAULTS.picture().hasNoGround() + "`",
                        () -> options("{\"transparent\": \"yes\"}")),
                row(
                        "`text`",
                        "`true`, `false`: letters of an SVG stay letters",
                        "`" + DEFAULTS.picture().keepsText() + "`",
                        () -> options("{\"text\": 1}")));
    }

    private static void addTooMany() {
        TaskFiles files = new TaskFiles(FILES);
        for (int i = 1; i <= FILES.maxFiles() + 1; i++) {
            files.announce("a" + i + ".asy", false);
            files.count("a" + i + ".asy", 0);
        }
    }

    private static void check(int files, int bytes) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (int i = 0; i < files; i++) {
            contents.put((char) ('a' + i) + ".asy", new byte[bytes]);
        }
        RULES.checkTask(contents, Optional.of("a.asy"), DEFAULTS);
    }

    private static void options(String json) {
        OptionFields.read(Fields.parse("options", json.getBytes(StandardCharsets.UTF_8)));
    }

    private static String row(String what, String allowed, String without, Runnable breach) {
        String error = assertThrows(ProtocolException.class, breach::run).getMessage();
        return String.join(" ", "|", what, "|", allowed, "|", without, "|", "`" + shortened(error) + "`", "|")
                .replace("  ", " ");
    }

    /** Without the middle of hashes and of the long name, which nobody wants to read. */
    private static String shortened(String error) {
        return error.replaceAll("[0-9a-f]{60}(?=[0-9a-f]{4})", "…").replaceAll("x{60}", "xxx");
    }

    private static String mebibytes(int bytes) {
        return "at most " + (bytes >> 20) + " MiB";
    }

    private static String wire(WireName... names) {
        return code(Arrays.stream(names).map(WireName::wire).toList());
    }

    private static String code(Collection<String> values) {
        return values.stream().map(value -> "`" + value + "`").collect(Collectors.joining(", "));
    }
}
