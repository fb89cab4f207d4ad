package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sandbox that confines nothing: a directory, and the limits on single processes. For a developer's own figures on a
 * machine that has no bubblewrap; whoever may send tasks to it owns the account that it runs under.
 */
public final class BareSandbox implements Sandbox {

    private final Map<Process, Cell> cells = new ConcurrentHashMap<>();
    private final Spawner spawner = new Spawner();
    private final StateDirectory state;
    private final SandboxLimits limits;
    private final SandboxExtras extras;
    private final Path tools;

    public BareSandbox(StateDirectory state, SandboxLimits limits, SandboxExtras extras) throws IOException {
        this.state = state;
        this.limits = limits;
        this.extras = extras;
        this.tools = TaskTools.write(state);
    }

    @Override
    public Cell open() throws SandboxException {
        try {
            Path path = Files.createTempDirectory(state.path(), "cell-");
            Path temporary = Files.createDirectory(path.resolve(".tmp"));
            Map<String, String> environment = TaskEnvironment.of(temporary.toString(), tools.toString(), extras);
            return cell(spawner.spawn(command(), path, environment), path);
        } catch (IOException e) {
            throw e instanceof SandboxException known ? known : new SandboxException(e.toString(), e);
        }
    }

    private Cell cell(Process process, Path path) throws IOException {
        try {
            Handshake.awaitReady(process);
        } catch (SandboxException e) {
            ProcessCell.discard(process);
            throw e;
        }
        Cell cell = new ProcessCell(new ProcessCell.Parts(
                process,
                process.toHandle(),
                WorkDirectory.open(path),
                CellMemory.UNKNOWN,
                () -> killTree(process.toHandle()),
                () -> {
                    StateDirectory.delete(path);
                    cells.remove(process);
                }));
        cells.put(process, cell);
        return cell;
    }

    /** The limit on processes is left out: without a user namespace it would count all of this user's. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("setsid"));
        BwrapCommand.prlimit(limits).stream()
                .filter(argument -> !argument.startsWith("--nproc"))
                .forEach(command::add);
        command.addAll(Handshake.firstProcess());
        return command;
    }

    /** From the leaves up, or a parent could react to the death of its child; a child that ran away is not found. */
    private static void killTree(ProcessHandle root) {
        root.descendants().forEach(ProcessHandle::destroyForcibly);
        root.destroyForcibly();
    }

    @Override
    public SandboxLimits limits() {
        return limits;
    }

    @Override
    public boolean confines() {
        return false;
    }

    @Override
    public String memoryBound() {
        return "watched, for processes that do not run away";
    }

    @Override
    public List<String> making() {
        return command();
    }

    @Override
    public Optional<Confinement> confinement() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // All at once, or each that does not end would be waited for before the next is killed.
        cells.values().forEach(Cell::end);
        cells.values().forEach(Cell::close);
        spawner.close();
    }
}
