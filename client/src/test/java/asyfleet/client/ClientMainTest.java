package asyfleet.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.client.command.UserStreams;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientMainTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', emptyValue = "", textBlock = """
                    ``              | asyfleet client: no command given ('asyfleet client --help' lists the options)
                    render          | asyfleet client render: Missing required parameter: 'FILE' ('asyfleet client render --help' lists the options)
                    render a --scale 100 | asyfleet client render: --scale is 100; expected 1 to 8 ('asyfleet client render --help' lists the options)
                    render a --scale 2 --dpi 72 | asyfleet client render: --scale is 2 and --dpi is 72; expected one of the two ('asyfleet client render --help' lists the options)
                    render a -f gif | asyfleet client render: --format is 'gif'; expected svg, pdf, png, html or eps ('asyfleet client render --help' lists the options)
                    """)
    void aWrongCommandLineIsExplainedInOneLine(String arguments, String explanation) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);

        int code = ClientMain.run(
                UserStreams.pipes(InputStream.nullInputStream(), print, print),
                arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertEquals(2, code);
        assertEquals(explanation + "\n", err.toString(StandardCharsets.UTF_8));
    }
}
