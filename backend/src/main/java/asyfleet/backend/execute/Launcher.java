package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import java.io.IOException;

/**
 * How a slot gets the process for a task. Owned by the slot's thread, except for {@link #prepare}'s work in the
 * background. A launcher that keeps better processes ready wraps {@link ColdLauncher} and turns to it for the tasks that
 * it has none for.
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
