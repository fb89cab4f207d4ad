package asyfleet.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ClientMainTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', emptyValue = "", textBlock = """
                    ``              | asyfleet: no command given ('asyfleet --help' lists the options)
                    render          | asyfleet render: Missing required parameter: 'FILE' ('asyfleet render --help' lists the options)
                    render a --scale 100 | asyfleet render: --scale is 100; expected 1 to 8 ('asyfleet render --help' lists the options)
                    render a --scale 2 --dpi 72 | asyfleet render: --scale is 2 and --dpi is 72; expected one of the two ('asyfleet render --help' lists the options)
                    render a -f gif | asyfleet render: --format is 'gif'; expected svg, pdf, png, html or eps ('asyfleet render --help' lists the options)
                    """)
    void aWrongCommandLineIsExplainedInOneLine(String arguments, String explanation) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);

        int code = ClientMain.run(
                UserStreams.pipes(InputStream.nullInputStream(), print, print),
                new OpenBatches(),
                arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertEquals(2, code);
        assertEquals(explanation + "\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void everyHelpHasExamples() {
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), System.out, System.err);
        List<CommandLine> commands = withAllBelow(ClientMain.commands(streams, new OpenBatches()))
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .toList();

        assertTrue(commands.size() > 12, commands.toString());
        for (CommandLine command : commands) {
            String help = command.getUsageMessage();
            assertTrue(help.contains("Examples:\n  asyfleet "), help);
        }
    }

    private static Stream<CommandLine> withAllBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(ClientMainTest::withAllBelow));
    }
}
