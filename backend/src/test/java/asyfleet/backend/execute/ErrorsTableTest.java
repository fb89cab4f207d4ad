package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every program of the table in docs/errors.md, and expects the words that the table has for it. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ErrorsTableTest {

    private static final Path TABLE = Path.of("..", "docs", "errors.md");
    private static final Duration ENDLESS = Duration.ofSeconds(3);

    private ExecutionFixture fixture;

    record Row(String program, String place, String summary, String hint) {}

    static List<Row> rows() throws IOException {
        List<Row> rows = Files.readAllLines(TABLE).stream()
                .dropWhile(line -> !line.startsWith("| program |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(ErrorsTableTest::row)
                .toList();
        assertFalse(rows.isEmpty());
        return rows;
    }

    private static Row row(String line) {
        String[] cells =
                Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toArray(String[]::new);
        String program = cells[0].substring(1, cells[0].length() - 1).replace('⏎', '\n');
        return new Row(program, cells[1], cells[2], cells.length > 3 ? cells[3] : "");
    }

    @BeforeAll
    void start() throws IOException {
        fixture = ExecutionFixture.create();
    }

    @AfterAll
    void stop() throws IOException {
        fixture.close();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyMistakeOfTheTableIsExplainedAsItSays(Row row) {
        Duration limit = row.summary.contains("time limit of 3 s") ? ENDLESS : ExecutionFixture.LONG;
        VerdictDetails said = fixture.start(row.program, TaskOptions.DEFAULT, limit)
                .awaitComplete()
                .complete()
                .verdict()
                .details();
        String place = said.line() == null ? "" : said.line() + ":" + said.column();
        assertEquals(row, new Row(row.program, place, said.summary(), Objects.requireNonNullElse(said.hint(), "")));
    }
}
