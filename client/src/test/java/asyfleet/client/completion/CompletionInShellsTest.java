package asyfleet.client.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.ClientMain;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion scripts in the shells that they are for, as far as these are here. */
@Timeout(60)
@Tag("slow")
class CompletionInShellsTest {

    /** Asks the function that bash calls at Tab, for the last of some words. */
    private static final String ASK_BASH = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            $(complete -p asyfleet | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    /** Prints the function that compinit has for the command, after it has looked into the directory. */
    private static final String ASK_ZSH = """
            fpath=("$1" $fpath); autoload -Uz compinit; compinit -u -D
            print -- "${_comps[asyfleet]}"; autoload +X _asyfleet && source "$1/_asyfleet" && which _asyfleet_admin_end
            """;

    private static final String ASK_FISH = "source $argv[2]; complete -C $argv[3]";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "asyfleet ren, render",
        "asyfleet admin dra, drain",
        "asyfleet render --wat, --watch",
        "asyfleet admin end --cal, --caller"
    })
    void bashCompletesCommandsAndOptions(String typed, String expected) throws Exception {
        Path script = write("asyfleet", "bash");

        Set<String> offered = Set.copyOf(run("bash", ASK_BASH, script.toString(), typed.split(" ")));

        assertTrue(offered.contains(expected), offered.toString());
    }

    @ParameterizedTest
    @CsvSource({"asyfleet ren, render", "asyfleet admin dra, drain", "asyfleet render --wat, --watch"})
    void fishCompletesCommandsAndOptions(String typed, String expected) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/fish")));
        Path script = write("asyfleet.fish", "fish");

        List<String> lines = run("fish", ASK_FISH, script.toString(), typed);

        assertTrue(lines.stream().anyMatch(line -> line.split("\t")[0].equals(expected)), lines.toString());
    }

    @Test
    void zshFindsTheFunctionOfTheCommand() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/zsh")) || Files.isExecutable(Path.of("/usr/bin/zsh")));
        write("_asyfleet", "zsh");

        List<String> lines = run("zsh", ASK_ZSH, directory.toString());

        assertEquals("_asyfleet", lines.get(0));
        assertTrue(String.join("\n", lines).contains("--caller"), lines.toString());
    }

    private Path write(String name, String shell) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        UserStreams streams = UserStreams.pipes(
                InputStream.nullInputStream(), new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
        assertEquals(0, ClientMain.run(streams, new OpenBatches(), "completion", shell));
        return Files.write(directory.resolve(name), out.toByteArray());
    }

    private static List<String> run(String shell, String script, String first, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(shell, "-c", script, shell, first));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.lines().toList();
    }
}
