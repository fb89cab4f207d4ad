package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Launches a task as ever, and leaves word of the programs that it would have liked to find waiting. Owned by its slot's
 * thread.
 */
final class WarmLauncher implements Launcher {

    private final Launcher launcher;
    private final Optional<ForkServers> servers;
    private final TaskCount count;

    WarmLauncher(Launcher launcher, Optional<ForkServers> servers, TaskCount count) {
        this.launcher = launcher;
        this.servers = servers;
        this.count = count;
    }

    @Override
    public Cell launch(ExecutionRequest request) throws IOException {
        Optional<ServerSpec> asymptote = ToolChain.asymptote(request.options(), request.main());
        boolean warm = servers.isPresent()
                && asymptote.filter(servers.get()::isWaiting).isPresent();
        servers.ifPresent(all -> all.want(wanted(request, asymptote)));
        Cell cell = launcher.launch(request);
        count.launched(warm);
        return cell;
    }

    private static List<ServerSpec> wanted(ExecutionRequest request, Optional<ServerSpec> asymptote) {
        List<ServerSpec> wanted =
                new ArrayList<>(ToolChain.converters(request.options().format()));
        asymptote.ifPresent(wanted::add);
        return wanted;
    }

    @Override
    public void close() {
        launcher.close();
    }
}
