package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import java.io.IOException;

/** Counts the tasks of a launcher that has no programs waiting. Owned by its slot's thread. */
record CountedLauncher(Launcher launcher, TaskCount count) implements Launcher {

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        Cell cell = launcher.launch(request);
        count.launched(false);
        return cell;
    }

    @Override
    public void close() {
        launcher.close();
    }
}
