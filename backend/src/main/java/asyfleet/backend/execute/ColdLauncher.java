package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * The launcher that starts Asymptote anew for each task, in a cell that was opened, empty, while the task before it
 * ran.
 */
public final class ColdLauncher implements Launcher {

    private final Sandbox sandbox;
    private final Executor background;
    private CompletableFuture<Cell> spare;

    /** @param background opens the next cell; it blocks for some ms each time */
    public ColdLauncher(Sandbox sandbox, Executor background) {
        this.sandbox = sandbox;
        this.background = background;
        this.spare = openAhead();
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        Cell cell = takeSpare();
        try {
            for (Map.Entry<String, byte[]> file : request.files().entrySet()) {
                cell.directory().write(file.getKey(), file.getValue());
            }
            cell.start(AsyCommand.of(request.options(), request.main()));
            return cell;
        } catch (IOException e) {
            cell.close();
            throw e;
        }
    }

    /** A spare that could not be opened, or died meanwhile, says nothing about now: one more is opened, and waited for. */
    private Cell takeSpare() throws SandboxException {
        CompletableFuture<Cell> taken = spare;
        spare = openAhead();
        try {
            Cell cell = taken.join();
            if (!cell.exit().isDone()) {
                return cell;
            }
            cell.close();
        } catch (CompletionException notOpened) {
            // What was wrong is said by the next, if it is still wrong.
        }
        return sandbox.open();
    }

    private CompletableFuture<Cell> openAhead() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return sandbox.open();
                    } catch (SandboxException e) {
                        throw new CompletionException(e);
                    }
                },
                background);
    }

    @Override
    public void close() {
        spare.thenAccept(Cell::close);
    }
}
