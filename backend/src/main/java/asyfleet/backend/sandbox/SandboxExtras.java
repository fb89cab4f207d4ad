package asyfleet.backend.sandbox;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The additions of cells to the bare system, for those who prepare something for tasks outside the sandbox.
 *
 * @param mounts directories of ours, read-only inside
 * @param environment further environment variables; they win over those that every cell has
 * @param unixSockets whether programs inside may talk through sockets of the file system
 */
public record SandboxExtras(List<Mount> mounts, Map<String, String> environment, boolean unixSockets) {

    public static final SandboxExtras NONE = new SandboxExtras(List.of(), Map.of(), false);

    /** Nothing below it can be mounted: whoever opens a cell has a file system of its own there. */
    public static final Path HIDDEN = Path.of("/tmp");

    public SandboxExtras {
        mounts = List.copyOf(mounts);
        environment = Map.copyOf(environment);
    }

    /** The same with one directory more. */
    public SandboxExtras with(Mount mount) {
        return new SandboxExtras(
                Stream.concat(mounts.stream(), Stream.of(mount)).toList(), environment, unixSockets);
    }

    /** The same with one environment variable more. */
    public SandboxExtras with(String variable, String value) {
        Map<String, String> all = new HashMap<>(environment);
        all.put(variable, value);
        return new SandboxExtras(mounts, all, unixSockets);
    }

    /** A directory outside, and where it appears inside. */
    public record Mount(Path source, String target) {}
}
