package asyfleet.client.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.admin.AdminCommand;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import asyfleet.client.render.RenderCommand;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class CompletionCommandTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private String script(String shell) {
        UserStreams streams = UserStreams.pipes(
                InputStream.nullInputStream(), new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
        int code = new CommandLine(CommandSpec.create().name("asyfleet client"))
                .addSubcommand(new RenderCommand(streams, new OpenBatches()))
                .addSubcommand(AdminCommand.create(streams))
                .addSubcommand(CompletionCommand.create(streams))
                .execute("completion", shell, "--more", "up,doctor,render");
        assertEquals(0, code);
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyCommandAndOptionIsOffered(String shell) {
        String script = script(shell);

        assertTrue(script.contains("asyfleet"), script);
        assertTrue(script.contains("render"), script);
        assertTrue(script.contains("doctor"), script);
        assertTrue(script.contains(shell.equals("fish") ? "-l token-file -r" : "--token-file"), script);
    }

    @Test
    void theManualPageHasEveryOptionAndNoLineThatRoffWouldTakeForAMacro() {
        String page = script("man");

        assertTrue(page.contains("\\fB\\-\\-token\\-file\\fR \\fIFILE\\fR\nFile with the API token"), page);
        assertTrue(page.contains("(http://127.0.0.1:8080)") || page.contains("ASYFLEET_SERVER ("), page);
        assertTrue(page.contains("Exit code 0\nall figures were rendered"), page);
        assertTrue(
                page.lines()
                        .filter(line -> line.startsWith(".") || line.startsWith("'"))
                        .allMatch(line -> line.matches("[.](TH|SH|TP|PP|B|BR|nf|fi)\\b.*")),
                page);
    }

    @Test
    void compinitOfZshFindsTheScriptByItsFirstLine() {
        assertEquals("#compdef asyfleet", script("zsh").lines().findFirst().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zsh  | admin) _asyfleet_admin ;;
            zsh  | drain) _asyfleet_admin_drain ;;
            fish | -n '__fish_seen_subcommand_from admin; and __fish_seen_subcommand_from end' -l caller -r
            """)
    void commandsOfCommandsAreOfferedToo(String shell, String line) {
        assertTrue(script(shell).contains(line), out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theWordsOfFishHaveNoQuotes() {
        assertTrue(script("fish")
                .lines()
                .allMatch(line -> line.chars().filter(sign -> sign == '\'').count() % 2 == 0));
    }
}
