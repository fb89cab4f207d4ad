package asyfleet.backend.container;

import asyfleet.backend.sandbox.Account;
import asyfleet.testing.NeededTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A real container, made by runc over the files of this machine, as Docker and Kubernetes make theirs: an ordinary user,
 * no capabilities, no new privileges, a root that cannot be written, no network.
 */
final class RuncContainer {

    private static final int USER = 10_001;
    private static final int FIRST_OF_OWN_USERS = 200_000;
    private static final int OWN_USERS = 65_536;

    private static final List<String> MASKED =
            List.of("/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/scsi", "/sys/firmware");
    private static final List<String> READ_ONLY =
            List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

    /** The second argument is where the container's root goes; both directories are empty before. */
    private static final String RUN =
            "mount -t overlay overlay -o lowerdir=/,upperdir=\"$1\",workdir=\"$2\" \"$3/rootfs\""
                    + " && exec runc --root \"$4\" run -b \"$3\" \"asyfleet-test-$$\"";

    private final Path directory;
    private final ObjectNode config;

    private RuncContainer(Path directory, ObjectNode config) {
        this.directory = directory;
        this.config = config;
    }

    /**
     * One with a whole /proc, no seccomp filter and the machine's user numbers. Without runc, or if we are not root, the
     * test is skipped, unless {@code ASYFLEET_TEST_RUNC=required}.
     */
    static RuncContainer create(Path directory) throws IOException {
        Optional<Path> runc = NeededTools.onPath("runc").filter(found -> Account.weAreRoot());
        NeededTools.need("RUNC", runc, "no runc on the PATH, or not root: the sandbox is not tried in containers");
        for (String part : List.of("bundle/rootfs", "upper", "work", "state")) {
            Files.createDirectories(directory.resolve(part));
        }
        // The root of a user namespace is an ordinary user here.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new RuncContainer(directory, config());
    }

    private static ObjectNode config() {
        ObjectNode config = JsonMapper.shared().createObjectNode().put("ociVersion", "1.0.2");
        ObjectNode process = config.putObject("process").put("cwd", "/").put("noNewPrivileges", true);
        process.putObject("user").put("uid", USER).put("gid", USER);
        process.putObject("capabilities");
        process.putArray("env")
                .add("PATH=/usr/sbin:/usr/bin:/sbin:/bin")
                .add("HOME=/tmp")
                .add("container=runc");
        config.putObject("root").put("path", "rootfs").put("readonly", true);
        ArrayNode mounts = config.putArray("mounts");
        mount(mounts, "/proc", "proc", "proc", List.of());
        mount(mounts, "/dev", "tmpfs", "tmpfs", List.of("nosuid", "mode=755"));
        mount(mounts, "/sys", "sysfs", "sysfs", List.of("nosuid", "noexec", "nodev", "ro"));
        mount(mounts, "/tmp", "tmpfs", "tmpfs", List.of("nosuid", "nodev", "mode=1777"));
        mount(mounts, "/var/tmp", "tmpfs", "tmpfs", List.of("nosuid", "nodev", "mode=1777"));
        ArrayNode namespaces = config.putObject("linux").putArray("namespaces");
        List.of("pid", "network", "ipc", "uts", "mount")
                .forEach(type -> namespaces.addObject().put("type", type));
        return config;
    }

    private static void mount(ArrayNode mounts, String where, String type, String source, List<String> options) {
        ObjectNode mount =
                mounts.addObject().put("destination", where).put("type", type).put("source", source);
        options.forEach(mount.putArray("options")::add);
    }

    /** Hides parts of /proc, as Docker and Kubernetes do unless told otherwise. */
    RuncContainer maskProc() {
        ObjectNode linux = (ObjectNode) config.path("linux");
        MASKED.forEach(linux.putArray("maskedPaths")::add);
        READ_ONLY.forEach(linux.putArray("readonlyPaths")::add);
        return this;
    }

    RuncContainer filter(String seccompProfile) {
        JsonNode profile = JsonMapper.shared().readTree(seccompProfile);
        ((ObjectNode) config.path("linux")).set("seccomp", profile);
        return this;
    }

    /** User numbers of its own, as Kubernetes' {@code hostUsers: false}. */
    RuncContainer ownUsers() {
        ObjectNode linux = (ObjectNode) config.path("linux");
        ((ArrayNode) linux.path("namespaces")).addObject().put("type", "user");
        for (String mappings : List.of("uidMappings", "gidMappings")) {
            linux.putArray(mappings)
                    .addObject()
                    .put("containerID", 0)
                    .put("hostID", FIRST_OF_OWN_USERS)
                    .put("size", OWN_USERS);
        }
        return this;
    }

    /** Runs a main program of the test's class path to its end. */
    Ended run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> entries = Arrays.stream(
                        System.getProperty("java.class.path").split(":"))
                .filter(entry -> Files.exists(Path.of(entry)))
                .toList();
        List<String> inside = new ArrayList<>();
        for (String entry : entries) {
            String where = "/tmp/classes/" + inside.size() + (Files.isDirectory(Path.of(entry)) ? "" : ".jar");
            mount((ArrayNode) config.path("mounts"), where, "bind", entry, List.of("bind", "ro"));
            inside.add(where);
        }
        List<String> command = new ArrayList<>(List.of("java", "-cp", String.join(":", inside), main.getName()));
        command.addAll(List.of(arguments));
        command.forEach(((ObjectNode) config.path("process")).putArray("args")::add);
        Files.writeString(directory.resolve("bundle/config.json"), config.toString());
        return start();
    }

    private Ended start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", RUN, "sh"));
        for (String part : List.of("upper", "work", "bundle", "state")) {
            command.add(directory.resolve(part).toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(10, TimeUnit.SECONDS);
        return new Ended(process.exitValue(), said);
    }

    record Ended(int code, String output) {}
}
