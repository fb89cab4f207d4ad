package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import java.io.IOException;

/** The launcher where no programs wait; it only counts tasks. Owned by its slot's thread. */
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
