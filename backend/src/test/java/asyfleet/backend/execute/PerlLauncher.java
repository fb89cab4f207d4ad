package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** Runs main files with Perl instead of Asymptote: the shortest way to what a hostile program does. */
final class PerlLauncher implements Launcher {

    private final Sandbox sandbox;
    private final UnaryOperator<Cell> wrapping;

    private PerlLauncher(Sandbox sandbox, UnaryOperator<Cell> wrapping) {
        this.sandbox = sandbox;
        this.wrapping = wrapping;
    }

    static PerlLauncher create(Sandbox sandbox, Executor background) {
        return new PerlLauncher(sandbox, cell -> cell);
    }

    /** With something around each cell. */
    static PerlLauncher wrapping(Sandbox sandbox, UnaryOperator<Cell> wrapping) {
        return new PerlLauncher(sandbox, wrapping);
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        Cell cell = sandbox.open();
        for (Map.Entry<String, byte[]> file : request.files().entrySet()) {
            cell.directory().write(file.getKey(), file.getValue());
        }
        cell.start(new Command(List.of("perl", request.main().orElseThrow()), true));
        return wrapping.apply(cell);
    }

    @Override
    public void close() {
        // Nothing is kept ready.
    }
}
