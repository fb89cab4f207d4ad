package asyfleet.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.StartFailure;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
final class ExtraModulesTest {

    private Path directory;

    /** Not where temporary files are: cells have their own there. */
    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory(Path.of("/var/tmp"), "modules-test");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(directory.resolve("ours.asy"), "path ourSquare() { return unitsquare; }");
    }

    @AfterEach
    void removeDirectory() throws IOException {
        Files.delete(directory.resolve("ours.asy"));
        Files.delete(directory);
    }

    private static ExecutionSettings settings(SandboxMode mode, boolean warm, Path modules) {
        SandboxSettings sandbox = new SandboxSettings(
                mode, SandboxSettings.DEFAULT.limits(), SandboxSettings.DEFAULT.stateBase(), Optional.empty());
        return new ExecutionSettings(
                SlotCount.of(1),
                ExecutionLimits.DEFAULT,
                sandbox,
                new WarmSettings(warm, WarmStart.defaultCache()),
                new ExtraModules(Optional.of(modules)));
    }

    private static ServerMessage.Complete run(ExecutionPlatform platform, String source) {
        CompletableFuture<ServerMessage.Complete> end = new CompletableFuture<>();
        Map<String, byte[]> files = Map.of("main.asy", source.getBytes(StandardCharsets.UTF_8));
        ExecutionRequest request = new ExecutionRequest(
                files, Optional.of("main.asy"), TaskOptions.DEFAULT, Optional.of(Duration.ofSeconds(60)));
        platform.slots().run(request, new Execution.Listener() {
            @Override
            public void said(ServerMessage message) {
                // Only the end counts here.
            }

            @Override
            public void ended(ServerMessage.Complete complete) {
                end.complete(complete);
            }
        });
        return end.join();
    }

    @ParameterizedTest
    @CsvSource({"BWRAP, true", "BWRAP, false", "NONE, false"})
    void everyTaskMayImportThem(SandboxMode mode, boolean warm) {
        try (ExecutionPlatform platform = ExecutionPlatform.start(settings(mode, warm, directory))) {
            assertTrue(run(platform, "import ours; draw(ourSquare());").success());
            VerdictDetails missing =
                    run(platform, "size(1cm); draw(ourSquare());").verdict().details();
            assertEquals("it needs: import ours;", missing.hint());
            assertEquals("import ours;", missing.fix());
        }
    }

    @Test
    void aDirectoryThatCellsCannotHaveStopsTheStart() {
        StartFailure failure = assertThrows(
                StartFailure.class, () -> ExecutionPlatform.start(settings(SandboxMode.BWRAP, false, Path.of("/tmp")))
                        .close());
        assertEquals("--modules is /tmp; expected a directory that is not below /tmp", failure.getMessage());
    }

    @Test
    void aDirectoryThatIsNotThereStopsTheStart() {
        Path missing = directory.resolve("missing");
        StartFailure failure = assertThrows(
                StartFailure.class, () -> ExecutionPlatform.start(settings(SandboxMode.BWRAP, false, missing))
                        .close());
        assertEquals("--modules is " + missing + "; expected a directory that can be read", failure.getMessage());
    }
}
