package asyfleet.ring.run;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A launcher that starts scripts in a cell of the sandbox, and leaves figures to the launcher that it wraps. */
final class ScriptLauncher implements Launcher {

    private static final Path BASH = Path.of("/bin/bash");
    private static final int MOST_HEAD = 256;
    private static final Pattern INTERPRETER =
            Pattern.compile("#![ \\t]*(/[!-~]+)(?:[ \\t]+([!-~]+(?:[ \\t]+[!-~]+)*))?[ \\t\\r]*(?:\\n|$)");

    private final Launcher figures;
    private final Sandbox sandbox;

    ScriptLauncher(Launcher figures, Sandbox sandbox) {
        this.figures = figures;
        this.sandbox = sandbox;
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        String main = request.main().orElse("");
        if (main.endsWith(".sh")) {
            return start(request, main, command(main, request.files().get(main)));
        }
        return main.endsWith(".m")
                ? start(request, main, List.of("octave-cli", "--quiet", "--no-init-file", main))
                : figures.launch(request);
    }

    /** As the system would start it: with what its first line names, and one argument at most; or else with bash, as the original does. */
    static List<String> command(String main, byte[] script) {
        String head = new String(script, 0, Math.min(script.length, MOST_HEAD), StandardCharsets.ISO_8859_1);
        Matcher named = INTERPRETER.matcher(head);
        if (!named.lookingAt() || !Files.isExecutable(Path.of(named.group(1)))) {
            return List.of(Files.isExecutable(BASH) ? BASH.toString() : "/bin/sh", main);
        }
        return named.group(2) == null ? List.of(named.group(1), main) : List.of(named.group(1), named.group(2), main);
    }

    private Cell start(ExecutionRequest request, String main, List<String> command) throws IOException {
        Cell cell = sandbox.open();
        try {
            cell.directory().write(main, request.files().get(main));
            cell.start(new Command(command, true));
            return cell;
        } catch (IOException e) {
            cell.close();
            throw e;
        }
    }

    @Override
    public void close() {
        figures.close();
    }
}
