package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** The launcher that starts Asymptote for each task, in a cell that was opened while the task before it ran. */
public final class ColdLauncher implements Launcher {

    private final Sandbox sandbox;
    private final Executor background;
    private final Preloader preloader;
    private CompletableFuture<Cell> spare;

    /** @param background opens the next cell; it blocks for some ms each time */
    public ColdLauncher(Sandbox sandbox, Executor background) {
        this(sandbox, background, Preloader.NONE);
    }

    public ColdLauncher(Sandbox sandbox, Executor background, Preloader preloader) {
        this.sandbox = sandbox;
        this.background = background;
        this.preloader = preloader;
        this.spare = openAhead();
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        Cell cell = takeSpare();
        try {
            preloader.preloadFor(request, cell);
            for (Map.Entry<String, byte[]> file : request.files().entrySet()) {
                cell.directory().write(file.getKey(), file.getValue());
            }
            Command command = AsyCommand.of(request);
            // Programs that wait in cells, and those that stand in for them, see to it themselves.
            cell.start(preloader == Preloader.NONE ? AsyCommand.writingLines(command) : command);
            return cell;
        } catch (IOException | RuntimeException e) {
            cell.close();
            throw e;
        }
    }

    /** A spare that could not be opened, or died or grew old meanwhile, says nothing about now: one more is opened, and waited for. */
    private Cell takeSpare() throws SandboxException {
        CompletableFuture<Cell> taken = spare;
        spare = openAhead();
        try {
            Cell cell = taken.join();
            if (!cell.exit().isDone() && preloader.isFresh(cell)) {
                return cell;
            }
            cell.close();
        } catch (CompletionException notOpened) {
            // What was wrong is said by the next, if it is still wrong.
        }
        return open();
    }

    private Cell open() throws SandboxException {
        Cell cell = sandbox.open();
        try {
            preloader.preload(cell);
            return cell;
        } catch (RuntimeException e) {
            cell.close();
            throw e;
        }
    }

    private CompletableFuture<Cell> openAhead() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return open();
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
