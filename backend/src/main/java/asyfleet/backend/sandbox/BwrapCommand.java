package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The command line that opens a cell. Each step replaces itself by the next, so that our child is bubblewrap:
 *
 * <ol>
 *   <li>{@code setsid} takes it out of reach of Ctrl-C at our terminal, which is meant for us: we let tasks finish,
 *   <li>{@code unshare} makes a mount namespace (an ordinary user needs a user namespace for that),
 *   <li>{@code mount} puts a file system in memory there, of bounded size and number of files, for all that the task
 *       writes: no directory on a disk that could fill it or be left behind, and it is gone with its last descriptor;
 *   <li>{@code setpriv}, if we are root, makes us the {@link CellUsers user of cells}: the kernel's limit on processes
 *       spares root, and a task that is root outside would own the devices that it sees;
 *   <li>{@code bwrap} makes all other namespaces, and the file system that the task sees;
 *   <li>{@code prlimit}, inside, sets the limits: set outside, the one on processes would count all of the user's.
 * </ol>
 *
 * <p>bubblewrap could mount the file system in memory itself, but without a bound on the number of files, each of which
 * takes kernel memory, and so that root could not put files in it.
 */
final class BwrapCommand {

    /** The directory that the task runs in, as it sees it. */
    static final String WORK = "/task";

    /** For temporary files. A path that no other machine has: outside a cell, nobody can have prepared anything there. */
    private static final String TEMPORARY = WORK + "/.tmp";

    /** Whom a task takes itself for: the number that has no rights anywhere. */
    private static final String USER_INSIDE = "65534";

    private static final String OWN_SESSION = "setsid";

    /**
     * Opens the filter and our tools, which must be before their directory disappears under the mount, mounts, and goes on
     * with the rest. /tmp is there on every system; in this mount namespace nobody else sees it covered. The variable asks
     * util-linux 2.39 and newer for mount(2): the six calls that they make in its place are refused by container engines.
     */
    private static final String PREPARE = "exec 9<\"$1\"" + TaskTools.redirections("$3")
            + "; LIBMOUNT_FORCE_MOUNT2=always mount -t tmpfs -o \"$2\" tmpfs /tmp && shift 3 && exec \"$@\"";

    /** Programs, libraries, and what the tool chain is configured by. Nothing else of the machine is visible. */
    private static final List<String> SYSTEM = List.of(
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib64",
            "/etc/texmf",
            "/etc/alternatives",
            "/etc/ld.so.cache",
            "/etc/fonts",
            "/etc/ImageMagick-6",
            "/etc/ImageMagick-7",
            "/var/lib/texmf",
            "/var/lib/ghostscript",
            "/var/cache/fontconfig");

    /** Not /dev/zero: a shared mapping of it is shared memory that belongs to no file system. */
    private static final List<String> DEVICES = List.of("/dev/null", "/dev/urandom", "/dev/random");

    private final SandboxLimits limits;
    private final SandboxExtras extras;
    private final OptionalInt user;
    private final boolean proc;

    /**
     * @param user whom cells belong to; ourselves, unless we are root
     * @param proc whether cells get a /proc of their own; containers that hide parts of theirs may not mount another
     */
    BwrapCommand(SandboxLimits limits, SandboxExtras extras, OptionalInt user, boolean proc) {
        this.limits = limits;
        this.extras = extras;
        this.user = user;
        this.proc = proc;
    }

    SandboxLimits limits() {
        return limits;
    }

    List<String> build(Path seccompFilter, Path tools) throws IOException {
        List<String> command = new ArrayList<>(List.of(OWN_SESSION, "unshare", "--mount", "--propagation", "private"));
        if (user.isEmpty()) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("--", "sh", "-c", PREPARE, "sh", seccompFilter.toString(), tmpfsOptions()));
        command.add(tools.toString());
        command.addAll(becomeUser());
        command.add("bwrap");
        command.addAll(namespaces());
        command.addAll(environment());
        command.addAll(fileSystem());
        command.add("--");
        command.addAll(prlimit(limits));
        command.addAll(Handshake.firstProcess());
        return command;
    }

    /** The same for every process: without its own directory, and without the number of its user of cells. */
    List<String> ofAnyProcess() throws IOException {
        OptionalInt anybody = user.isPresent() ? OptionalInt.of(0) : user;
        return new BwrapCommand(limits, extras, anybody, proc).build(Path.of("filter"), Path.of("tools"));
    }

    /** The limits and the filter of a program that is started outside and taken into a cell later. */
    Confinement confinement(byte[] filter) {
        List<String> command = new ArrayList<>(List.of(OWN_SESSION));
        command.addAll(becomeUser());
        // Counted by user, and outside a cell all cells' programs have the same one.
        prlimit(limits).stream()
                .filter(argument -> !argument.startsWith("--nproc"))
                .forEach(command::add);
        return new Confinement(command, environmentInside(), WORK, filter, limits.hardProcesses());
    }

    private List<String> becomeUser() {
        if (user.isEmpty()) {
            return List.of();
        }
        String number = Integer.toString(user.getAsInt());
        return List.of("setpriv", "--reuid", number, "--regid", number, "--clear-groups");
    }

    private String tmpfsOptions() {
        // In the user namespace of an ordinary user, we are 0.
        int owner = user.orElse(0);
        return "nosuid,nodev,noexec,mode=0700,uid=%d,gid=%d,size=%d,nr_inodes=%d"
                .formatted(owner, owner, limits.diskBytes(), limits.files());
    }

    private List<String> namespaces() {
        List<String> options = new ArrayList<>();
        if (proc) {
            // It writes to /proc/sys. The system call filter refuses namespaces in any case.
            options.add("--disable-userns");
        }
        options.addAll(List.of(
                "--unshare-all",
                "--unshare-user",
                "--uid",
                USER_INSIDE,
                "--gid",
                USER_INSIDE,
                "--hostname",
                "sandbox",
                "--as-pid-1",
                "--die-with-parent",
                "--new-session",
                "--cap-drop",
                "ALL",
                "--seccomp",
                "9"));
        return options;
    }

    private List<String> environment() {
        List<String> options = new ArrayList<>(List.of("--clearenv"));
        environmentInside().forEach((name, value) -> options.addAll(List.of("--setenv", name, value)));
        if (!proc) {
            // Asymptote's garbage collector looks for /proc when it starts, and would warn into the task's output.
            options.addAll(List.of("--setenv", "GC_LOG_FILE", "/dev/null"));
        }
        return options;
    }

    private Map<String, String> environmentInside() {
        Map<String, String> environment = TaskEnvironment.of(TEMPORARY, TaskTools.INSIDE, extras);
        environment.putAll(Display.ENVIRONMENT);
        return environment;
    }

    private List<String> fileSystem() throws IOException {
        List<String> options = new ArrayList<>();
        for (String path : SYSTEM) {
            options.addAll(systemPath(Path.of(path)));
        }
        if (proc) {
            options.addAll(List.of("--proc", "/proc"));
        }
        options.addAll(List.of("--tmpfs", "/dev"));
        for (String device : DEVICES) {
            options.addAll(List.of("--dev-bind", device, device));
        }
        options.addAll(List.of("--symlink", "/proc/self/fd", "/dev/fd", "--remount-ro", "/dev"));
        for (SandboxExtras.Mount mount : extras.mounts()) {
            options.addAll(List.of("--ro-bind", mount.source().toString(), mount.target()));
        }
        options.addAll(TaskTools.mounts());
        options.addAll(List.of("--bind", "/tmp", WORK, "--dir", TEMPORARY));
        options.addAll(List.of("--symlink", TEMPORARY, "/tmp", "--remount-ro", "/", "--chdir", WORK));
        return options;
    }

    /** Links are made again, since what they point to is bound itself; what is missing is left out. */
    private static List<String> systemPath(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return List.of("--symlink", Files.readSymbolicLink(path).toString(), path.toString());
        }
        return Files.exists(path) ? List.of("--ro-bind", path.toString(), path.toString()) : List.of();
    }

    /** Runs the rest of the command line under the limits that the kernel keeps. */
    static List<String> prlimit(SandboxLimits limits) {
        return Arrays.asList(
                "prlimit",
                limit("core", 0),
                limit("nproc", limits.hardProcesses()),
                limit("nofile", limits.openFiles()),
                limit("fsize", limits.diskBytes()),
                limit("as", limits.addressSpaceBytes()),
                limit("cpu", limits.cpuTime().toSeconds()),
                "--");
    }

    private static String limit(String name, long value) {
        return "--" + name + "=" + value + ":" + value;
    }
}
