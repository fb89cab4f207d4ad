package asyfleet.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key is the same for the same sandbox in another process, and another for another. */
@Tag("slow")
final class ProofKeyTest {

    @TempDir
    private Path directory;

    private String key(String base, SandboxLimits limits, SandboxExtras extras, Path code) throws Exception {
        try (StateDirectory state = StateDirectory.create(directory.resolve(base));
                Sandbox sandbox = BwrapSandbox.create(state, limits, extras)) {
            return ProofKey.of(sandbox, code);
        }
    }

    @Test
    void whatMakesASandboxHoldMakesItsKey() throws Exception {
        Path code = Files.writeString(directory.resolve("code"), "one");
        SandboxLimits limits = SandboxLimits.DEFAULT;
        String key = key("first", limits, SandboxExtras.NONE, code);
        assertEquals(key, key("second", limits, SandboxExtras.NONE, code));

        SandboxLimits others = new SandboxLimits(
                limits.memoryBytes() + 1,
                limits.diskBytes(),
                limits.files(),
                limits.processes(),
                limits.openFiles(),
                limits.cpuTime());
        assertNotEquals(key, key("first", others, SandboxExtras.NONE, code));
        SandboxExtras sockets = new SandboxExtras(List.of(), Map.of("NAME", "value"), false);
        assertNotEquals(key, key("first", limits, sockets, code));
        Path other = Files.writeString(directory.resolve("other"), "two");
        assertNotEquals(key, key("first", limits, SandboxExtras.NONE, other));
    }
}
