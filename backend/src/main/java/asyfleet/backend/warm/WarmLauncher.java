package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import java.io.IOException;
import java.util.List;

/**
 * The launcher of tasks whose programs wait in their cell; it asks for those that were missing.
 * Owned by its slot's thread.
 */
final class WarmLauncher implements Launcher {

    private final Launcher launcher;
    private final CopyPreloader preloader;
    private final ForkServers servers;
    private final TaskCount count;

    /** @param launcher has its cells filled by the preloader */
    WarmLauncher(Launcher launcher, CopyPreloader preloader, ForkServers servers, TaskCount count) {
        this.launcher = launcher;
        this.preloader = preloader;
        this.servers = servers;
        this.count = count;
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        List<ServerSpec> wanted = TaskPrograms.wanted(request);
        // Before the launch, which has the next cell opened.
        preloader.expect(wanted);
        servers.want(wanted);
        Cell cell = launcher.launch(request);
        count.launched(TaskPrograms.asymptote(request)
                .filter(program -> preloader.waits(program, cell))
                .isPresent());
        return cell;
    }

    @Override
    public void close() {
        launcher.close();
    }

    /** The launcher where no programs wait; it only counts tasks. Owned by its slot's thread. */
    record WithoutCopies(Launcher launcher, TaskCount count) implements Launcher {

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
}
