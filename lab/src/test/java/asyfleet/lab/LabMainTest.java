package asyfleet.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.UserStreams;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LabMainTest {

    @Test
    void everyHelpHasExamples() {
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), System.out, System.err);
        List<CommandLine> commands = LabMain.commands(streams).getSubcommands().values().stream()
                .flatMap(LabMainTest::withAllBelow)
                .toList();

        assertTrue(commands.size() > 15, commands.toString());
        for (CommandLine command : commands) {
            String help = command.getUsageMessage();
            assertTrue(help.contains("Examples:\n  asyfleet "), help);
        }
    }

    /** A command is found by its name before it is made. */
    @Test
    void everyCommandIsKnownByItsName() {
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), System.out, System.err);

        for (String name : LabMain.commands(streams).getSubcommands().keySet()) {
            assertEquals(
                    Set.of(name),
                    LabMain.commands(streams, name).getSubcommands().keySet());
        }
    }

    private static Stream<CommandLine> withAllBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(LabMainTest::withAllBelow));
    }
}
