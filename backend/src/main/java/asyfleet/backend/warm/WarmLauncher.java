package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Launches a task as ever, and leaves word of the programs that it would have liked to find waiting. Owned by its slot's
 * thread; the count is common to all slots, hence atomic.
 */
final class WarmLauncher implements Launcher {

    private final Launcher launcher;
    private final ForkServers servers;
    private final AtomicLong reused;

    WarmLauncher(Launcher launcher, ForkServers servers, AtomicLong reused) {
        this.launcher = launcher;
        this.servers = servers;
        this.reused = reused;
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        boolean warm = want(request);
        Cell cell = launcher.launch(request);
        if (warm) {
            reused.incrementAndGet();
        }
        return cell;
    }

    private boolean want(ExecutionRequest request) {
        List<ServerSpec> wanted =
                new ArrayList<>(ToolChain.converters(request.options().format()));
        ToolChain.asymptote(request.options(), request.main()).ifPresent(wanted::add);
        servers.want(wanted);
        return ToolChain.asymptote(request.options(), request.main())
                .filter(servers::isWaiting)
                .isPresent();
    }

    @Override
    public void close() {
        launcher.close();
    }
}
