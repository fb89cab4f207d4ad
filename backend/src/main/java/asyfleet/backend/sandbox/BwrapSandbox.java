package asyfleet.backend.sandbox;

import asyfleet.backend.container.Surroundings;
import asyfleet.protocol.wire.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cells made by bubblewrap out of the kernel's namespaces. Thread-safe: it has no state but the cells that are open,
 * which it remembers in order to end them.
 */
public final class BwrapSandbox implements Sandbox {

    private final Map<Process, Cell> cells = new ConcurrentHashMap<>();
    private final Spawner spawner;
    private final SandboxLimits limits;
    private final List<String> command;
    private final Confinement confinement;
    private final MemoryGroups groups;
    private final List<String> making;

    private BwrapSandbox(Spawner spawner, BwrapCommand command, Path filter, Path tools, MemoryGroups groups)
            throws IOException {
        byte[] instructions = Files.readAllBytes(filter);
        this.spawner = spawner;
        this.limits = command.limits();
        this.command = command.build(filter, tools);
        this.confinement = command.confinement(instructions);
        this.groups = groups;
        this.making = new ArrayList<>(command.ofAnyProcess());
        making.addAll(List.of(Sha256.hex(instructions), String.valueOf(groups.limit())));
    }

    /**
     * Finds out how cells can be opened here, by opening one.
     *
     * @throws SandboxException if they cannot
     */
    public static BwrapSandbox create(StateDirectory state, SandboxLimits limits, SandboxExtras extras)
            throws IOException {
        return create(state, limits, extras, MemoryGroups.find());
    }

    static BwrapSandbox create(StateDirectory state, SandboxLimits limits, SandboxExtras extras, MemoryGroups groups)
            throws IOException {
        Spawner spawner = new Spawner();
        try {
            Path filter = Files.createTempFile(state.path(), "seccomp", ".bpf");
            Files.write(filter, SeccompFilter.compile(thisArchitecture(), unixSockets(extras)));
            Path tools = TaskTools.write(state);
            return firstThatOpens(
                    new BwrapSandbox(
                            spawner, new BwrapCommand(limits, extras, state.cellUser(), true), filter, tools, groups),
                    new BwrapSandbox(
                            spawner, new BwrapCommand(limits, extras, state.cellUser(), false), filter, tools, groups));
        } catch (IOException e) {
            spawner.close();
            throw e;
        }
    }

    /** An X server is talked to by one. */
    private static boolean unixSockets(SandboxExtras extras) {
        return extras.unixSockets() || Display.isInstalled();
    }

    private static BwrapSandbox firstThatOpens(BwrapSandbox withProc, BwrapSandbox withoutProc)
            throws SandboxException {
        try {
            withProc.open().close();
            return withProc;
        } catch (SandboxException first) {
            try {
                withoutProc.open().close();
                return withoutProc;
            } catch (SandboxException second) {
                throw SandboxAdvice.explain(first, second, Account.weAreRoot(), Surroundings.here());
            }
        }
    }

    @Override
    public Cell open() throws SandboxException {
        try {
            Optional<MemoryGroup> group = groups.open(limits);
            return open(group, spawn(group));
        } catch (IOException e) {
            throw e instanceof SandboxException known ? known : new SandboxException(e.toString(), e);
        }
    }

    private Cell open(Optional<MemoryGroup> group, Process process) throws IOException {
        try {
            Handshake.awaitReady(process);
            ProcessHandle first = firstProcess(process);
            WorkDirectory directory =
                    WorkDirectory.open(Path.of("/proc", Long.toString(first.pid()), "root", BwrapCommand.WORK));
            Cell cell = new ProcessCell(new ProcessCell.Parts(
                    process,
                    first,
                    directory,
                    new CellMemory(() -> SocketMemory.bytes(first.pid()), group),
                    first::destroyForcibly,
                    () -> forget(process, group)));
            cells.put(process, cell);
            return cell;
        } catch (IOException e) {
            ProcessCell.discard(process);
            process.onExit().thenRun(() -> forget(process, group));
            throw e;
        }
    }

    private void forget(Process process, Optional<MemoryGroup> group) {
        cells.remove(process);
        group.ifPresent(MemoryGroup::close);
    }

    private Process spawn(Optional<MemoryGroup> group) throws SandboxException {
        List<String> all = new ArrayList<>(group.map(MemoryGroup::command).orElse(List.of()));
        all.addAll(command);
        try {
            return spawner.spawn(all, Path.of("/"), Map.of());
        } catch (IOException e) {
            group.ifPresent(MemoryGroup::close);
            throw new SandboxException(e.getMessage(), e);
        }
    }

    /** The only child of bubblewrap, which is outside; all others in the cell hang under it. */
    private static ProcessHandle firstProcess(Process bwrap) throws IOException {
        List<Long> children = ProcessTree.children(bwrap.pid());
        if (children.size() != 1) {
            throw new IOException("bubblewrap has " + children.size() + " children, expected 1");
        }
        return ProcessHandle.of(children.get(0))
                .orElseThrow(() -> new IOException("the first process inside died at once"));
    }

    @Override
    public SandboxLimits limits() {
        return limits;
    }

    @Override
    public boolean confines() {
        return true;
    }

    @Override
    public String memoryBound() {
        return groups.toString();
    }

    @Override
    public List<String> making() {
        return making;
    }

    @Override
    public Optional<Confinement> confinement() {
        return Optional.of(confinement);
    }

    @Override
    public void close() {
        // All at once, or each that does not end would be waited for before the next is killed.
        cells.values().forEach(Cell::end);
        cells.values().forEach(Cell::close);
        spawner.close();
    }

    private static Architecture thisArchitecture() throws SandboxException {
        String name = System.getProperty("os.arch");
        return Architecture.ofName(name)
                .orElseThrow(() -> new SandboxException(
                        "no system call filter for processor '" + name + "', expected amd64 or aarch64"));
    }
}
