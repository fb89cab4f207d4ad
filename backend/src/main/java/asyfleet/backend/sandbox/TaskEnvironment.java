package asyfleet.backend.sandbox;

import java.util.Map;
import java.util.TreeMap;

/** The environment of every task: nothing of the service's own. */
final class TaskEnvironment {

    private TaskEnvironment() {}

    static Map<String, String> of(String home, SandboxExtras extras) {
        Map<String, String> environment = new TreeMap<>(Map.of(
                "PATH", "/usr/bin:/bin",
                "HOME", home,
                "TMPDIR", home,
                "LANG", "C.UTF-8",
                "TEXMFHOME", "/nonexistent",
                "TEXMFVAR", home + "/texmf-var",
                // TeX runs no programs, and reads and writes (paranoid) nothing above the directory that it runs in.
                "shell_escape", "f",
                "openin_any", "p",
                "openout_any", "p"));
        environment.putAll(extras.environment());
        return environment;
    }
}
