package asyfleet.backend.ring.run;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import java.io.IOException;
import java.util.List;

/** Starts scripts in a cell of the sandbox, and leaves figures to the launcher that it wraps. */
final class ScriptLauncher implements Launcher {

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
            return start(request, main, List.of("/bin/sh", main));
        }
        return main.endsWith(".m")
                ? start(request, main, List.of("octave-cli", "--quiet", "--no-init-file", main))
                : figures.launch(request);
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
