package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The control groups by which the kernel limits the memory of cells, where it lets us make some:
 *
 * <pre>
 * the group that we were started in, or were given by systemd or a container
 *   asyfleet-service   this process and all others that were there: a group that limits its children has no processes
 *   asyfleet-PID       of one backend; whoever comes next removes it if that process is gone
 *     cell-NUMBER      of one cell, see {@link MemoryGroup}
 * </pre>
 *
 * <p>Without them, memory is watched only; see {@link Usage}. Groups that are not ours alone are left as they are.
 * Thread-safe: it has no state that changes.
 */
final class MemoryGroups {

    private static final String SERVICE = "asyfleet-service";
    private static final String BACKEND = "asyfleet-";
    private static final String MEMORY = "memory";
    private static final List<String> WANTED = List.of(MEMORY, "pids");
    private static final int TRIAL_SECONDS = 5;

    /** Processes may be started while we move those that we have seen. */
    private static final int MOVES = 10;

    private static final String ADVICE = "For a limit by the kernel, start the backend as a systemd service with "
            + "Delegate=yes, or in a container with a control group of its own that it may write to.";

    private final Optional<ControlGroup> parent;
    private final String reason;

    private MemoryGroups(Optional<ControlGroup> parent, String reason) {
        this.parent = parent;
        this.reason = reason;
    }

    static MemoryGroups none(String reason) {
        return new MemoryGroups(Optional.empty(), reason);
    }

    /** Makes them if that is possible here. */
    static MemoryGroups find() {
        try {
            Optional<OwnGroup> own = OwnGroup.find();
            return own.isEmpty()
                    ? none("no control groups of version 2")
                    : below(
                            own.get(),
                            Account.weAreRoot(),
                            ProcessHandle.current().pid());
        } catch (IOException e) {
            return none("control groups cannot be used: " + e);
        }
    }

    /** Under a lock: sandboxes of one process must not prepare the same group at a time. */
    static synchronized MemoryGroups below(OwnGroup own, boolean root, long process) throws IOException {
        boolean prepared = own.group().path().endsWith(SERVICE);
        ControlGroup base = prepared ? new ControlGroup(own.group().path().getParent()) : own.group();
        List<String> controllers =
                WANTED.stream().filter(base.controllers()::contains).toList();
        if (!controllers.contains(MEMORY)) {
            return none("the control group " + base.path() + " has no memory controller");
        }
        if (!prepared && !own.isOurs(root)) {
            return none("the control group " + base.path() + " is not ours");
        }
        makeEmpty(base);
        base.giveChildren(controllers);
        sweep(base);
        ControlGroup backend = base.child(BACKEND + process);
        backend.giveChildren(controllers);
        tryOut(backend);
        return new MemoryGroups(Optional.of(backend), "");
    }

    private static void makeEmpty(ControlGroup base) throws IOException {
        // Only the group of the whole machine has no type, and may have processes beside children.
        if (!base.givesChildren(MEMORY) && base.has("cgroup.type")) {
            ControlGroup service = base.child(SERVICE);
            for (int i = 0; i < MOVES && move(base, service); i++) {}
        }
    }

    /** Whether there was anything to move. */
    private static boolean move(ControlGroup from, ControlGroup to) throws IOException {
        List<String> processes = from.processes();
        for (String process : processes) {
            try {
                to.take(process);
            } catch (IOException e) {
                if (from.processes().contains(process)) {
                    throw e;
                }
            }
        }
        return !processes.isEmpty();
    }

    /** Better no groups than cells that cannot be opened. */
    private static void tryOut(ControlGroup backend) throws IOException {
        try (MemoryGroup group = MemoryGroup.create(backend, SandboxLimits.DEFAULT)) {
            List<String> command = new ArrayList<>(group.command());
            command.add("true");
            Process process = new ProcessBuilder(command).start();
            if (!process.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException("no process can be started in " + backend.path());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while trying control groups", e);
        }
    }

    /** Removes what backends that were killed have left. */
    private static void sweep(ControlGroup base) throws IOException {
        try (DirectoryStream<Path> backends = Files.newDirectoryStream(base.path(), BACKEND + "[0-9]*")) {
            for (Path backend : backends) {
                long process = Long.parseLong(backend.getFileName().toString().substring(BACKEND.length()));
                if (ProcessHandle.of(process).isEmpty()) {
                    removeWithCells(new ControlGroup(backend));
                }
            }
        }
    }

    private static void removeWithCells(ControlGroup backend) throws IOException {
        List<Path> cells = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(backend.path(), MemoryGroup.NAME + "*")) {
            found.forEach(cells::add);
        }
        for (Path cell : cells) {
            new MemoryGroup(new ControlGroup(cell)).close();
        }
        new MemoryGroup(backend).close();
    }

    /** A group for one cell; empty if there can be none. */
    Optional<MemoryGroup> open(SandboxLimits limits) throws IOException {
        return parent.isPresent() ? Optional.of(MemoryGroup.create(parent.get(), limits)) : Optional.empty();
    }

    /** Whether the kernel limits the memory of cells. */
    boolean limit() {
        return parent.isPresent();
    }

    /** For the operator: whether the kernel limits the memory of tasks, and if not, why and how it could. */
    @Override
    public String toString() {
        return parent.map(group -> "limited by the kernel, by control groups below " + group.path())
                .orElseGet(() -> "watched, not limited by the kernel: " + reason + ". " + ADVICE);
    }
}
