package asyfleet.lab.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.bench.scheduler.SchedulerBench;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("slow")
class SimulateCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(Object command, String... args) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void theSameSeedGivesTheSameTables() {
        String[] args = {"--backends", "8", "--minutes", "3", "--load", "80", "--seed", "7"};
        assertEquals(0, run(new SimulateCommand(), args));
        String first = out.toString();
        out.getBuffer().setLength(0);
        run(new SimulateCommand(), args);
        assertEquals(first, out.toString());
        assertTrue(first.contains("| 80 % default"), first);
    }

    @Test
    void aMixtureOfPrioritiesIsToldApart() {
        assertEquals(
                0, run(new SimulateCommand(), "--backends", "4", "--minutes", "2", "--load", "90", "--live", "70"));
        assertTrue(out.toString().contains("| 90 % batch"), out.toString());
    }

    @Test
    void thePlotIsAPictureThatOthersCanRead(@TempDir Path directory) throws Exception {
        Path plot = directory.resolve("plot.svg");
        run(new SimulateCommand(), "--backends", "8", "--minutes", "3", "--load", "50,90", "--plot", plot.toString());
        var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plot.toFile());
        assertEquals("svg", document.getDocumentElement().getTagName());
        assertTrue(document.getElementsByTagName("rect").getLength() > 8, Files.readString(plot));
    }

    @ParameterizedTest
    @CsvSource({
        "--backends=0, '--backends is 0, expected at least 1'",
        "--minutes=0, '--minutes is 0, expected at least 1'",
        "--live=101, '--live is 101, expected 0 to 100'",
        "--levels=3, '--levels: duration is \"3\"'",
        "--load=0, '--load is [0], expected at least 1 each'",
    })
    void aWrongArgumentIsRefusedWithWhatWasExpected(String argument, String message) {
        assertEquals(2, run(new SimulateCommand(), argument));
        assertTrue(err.toString().contains(message), err.toString());
    }

    @Test
    void theBenchmarkMeasuresTheCoreAndItsPeer() {
        assertEquals(0, run(new SchedulerBench(), "--backends", "20", "--waiting", "50,100", "--seconds", "1"));
        assertTrue(out.toString().contains("list scan/s"), out.toString());
    }
}
