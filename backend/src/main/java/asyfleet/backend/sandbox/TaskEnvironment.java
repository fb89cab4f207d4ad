package asyfleet.backend.sandbox;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The environment of every task: nothing of the service's own. */
final class TaskEnvironment {

    private static final List<String> FONT_MAKERS = List.of("MKTEXTFM", "MKTEXPK", "MKTEXMF");

    private TaskEnvironment() {}

    /** @param tools the directory of {@link TaskTools}, as the task sees it */
    static Map<String, String> of(String home, String tools, SandboxExtras extras) {
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
                // Its own scripts read files of TeX by their whole paths, which newer versions (1.18) refuse with "p".
                "openin_any_lualatex", "r",
                "openout_any", "p"));
        // A font that is not there is missing at once: making it with METAFONT takes seconds, and fails in the end.
        FONT_MAKERS.forEach(maker -> environment.put(maker, "0"));
        environment.putAll(extras.environment());
        environment.compute("PATH", (name, path) -> tools + ":" + path);
        return environment;
    }
}
