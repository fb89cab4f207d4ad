package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import java.io.IOException;

/**
 * The starter of a slot's tasks: it gives back the cell of a task, with the task running in it. Owned by the slot's
 * thread.
 */
public interface Launcher extends AutoCloseable {

    /**
     * Returns a cell that holds the task's files and in which the task runs. Its standard input is open. May block for
     * as long as it takes to open a cell.
     */
    Cell launch(ExecutionRequest request) throws IOException;

    /** Ends what was kept ready. */
    @Override
    void close();
}
