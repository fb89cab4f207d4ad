package asyfleet.backend;

import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.attack.SelfTest;
import asyfleet.protocol.wire.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A name for all that makes a sandbox hold, as far as we can see it: the running kernel, what it lets this process do, the
 * programs that open a cell, how they are called, the system call filter, and our own code with its attacks. If one of
 * these is another, so is the key.
 */
final class ProofKey {

    /** Those of a cell's command line, where the process that opens it looks for them. */
    private static final List<String> PROGRAMS =
            List.of("setsid", "unshare", "sh", "mount", "setpriv", "bwrap", "prlimit");

    private static final List<String> PLACES = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");

    /** The first is new whenever the machine is started. */
    private static final List<String> KERNEL = List.of(
            "/proc/sys/kernel/random/boot_id",
            "/proc/sys/user/max_user_namespaces",
            "/proc/sys/kernel/unprivileged_userns_clone",
            "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
            "/proc/sys/kernel/yama/ptrace_scope",
            "/proc/self/attr/current",
            "/proc/self/uid_map");

    private static final List<String> RIGHTS = List.of("Uid:", "Gid:", "Cap", "NoNewPrivs:", "Seccomp:");

    private ProofKey() {}

    /** Empty if our own code is not in a file that could be compared. */
    static Optional<String> of(Sandbox sandbox) throws IOException {
        CodeSource code = SelfTest.class.getProtectionDomain().getCodeSource();
        Path jar = Path.of(code.getLocation().getPath());
        return Files.isRegularFile(jar) ? Optional.of(of(sandbox, jar)) : Optional.empty();
    }

    static String of(Sandbox sandbox, Path code) throws IOException {
        List<String> facts = new ArrayList<>(sandbox.making());
        facts.add(hash(code));
        for (String program : PROGRAMS) {
            facts.add(program + " " + program(program));
        }
        for (String file : KERNEL) {
            facts.add(file + " " + text(Path.of(file)));
        }
        text(Path.of("/proc/self/status"))
                .lines()
                .filter(line -> RIGHTS.stream().anyMatch(line::startsWith))
                .forEach(facts::add);
        return Sha256.hex(String.join("\n", facts).getBytes(StandardCharsets.UTF_8))
                .substring(0, 32);
    }

    private static String program(String name) throws IOException {
        for (String place : PLACES) {
            Path file = Path.of(place, name);
            if (Files.isRegularFile(file)) {
                return hash(file);
            }
        }
        return "missing";
    }

    private static String hash(Path file) throws IOException {
        return Sha256.hex(Files.readAllBytes(file));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
