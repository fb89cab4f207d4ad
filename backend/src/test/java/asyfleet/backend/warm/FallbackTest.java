package asyfleet.backend.warm;

import static asyfleet.backend.warm.WarmFixture.request;
import static asyfleet.backend.warm.WarmFixture.svg;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.BareSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks run all the same if something of the warm start is missing. */
@Tag("slow")
final class FallbackTest {

    private static final String LABELLED = "size(3cm); draw(unitsquare); label(\"$x^2$\", (0.5,0.5));";

    private WarmFixture fixture;
    private Path cache;

    @BeforeEach
    void open() throws IOException {
        fixture = new WarmFixture();
        // Where cells can see it, which they cannot in /tmp.
        Files.createDirectories(WarmStart.defaultCache());
        cache = Files.createTempDirectory(WarmStart.defaultCache(), "test-");
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
        CacheDirectory.delete(cache);
    }

    /** A warm start on a machine on which this program only fails. */
    private WarmStart without(String program) throws IOException {
        Path bin = broken(program);
        return fixture.keep(WarmStart.create(cache, extras -> fixture.sandbox(firstInPath(bin, extras))));
    }

    private Path broken(String program) throws IOException {
        Path bin = Files.createDirectory(cache.resolve("bin"));
        Path broken = Files.writeString(bin.resolve(program), "#!/bin/sh\necho \"$0 is broken\"; exit 1\n");
        for (Path path : List.of(bin, broken)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return bin;
    }

    private static SandboxExtras firstInPath(Path bin, SandboxExtras extras) {
        List<SandboxExtras.Mount> mounts = new ArrayList<>(extras.mounts());
        mounts.add(new SandboxExtras.Mount(bin, bin.toString()));
        Map<String, String> environment = new HashMap<>(extras.environment());
        environment.merge("PATH", bin + ":/usr/bin:/bin", (theirs, ours) -> bin + ":" + theirs);
        return new SandboxExtras(mounts, environment, extras.unixSockets());
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> entries = Files.list(cache)) {
            return entries.map(entry -> entry.getFileName().toString().replaceAll("-.*", ""))
                    .filter(name -> !name.equals("bin"))
                    .sorted()
                    .toList();
        }
    }

    private void assertDrawsTheSameAsCold(WarmStart start) throws Exception {
        Rendering cold = Rendering.of(fixture.launcher(fixture.cold()), svg(LABELLED));
        Rendering other = Rendering.of(fixture.launcher(start), svg(LABELLED));
        assertEquals(Optional.of(0), other.exitCode(), other.output());
        assertEquals(Optional.empty(), Difference.between(cold, other));
    }

    /** Else a cache that the build of an image prepares, where no cell can be opened, would be of no use in its containers. */
    @Test
    void whatIsKeptHasTheSameNameInEverySandbox() throws Exception {
        try (StateDirectory state = StateDirectory.create(fixture.base());
                Sandbox bare = new BareSandbox(state, SandboxLimits.DEFAULT, SandboxExtras.NONE);
                Sandbox cells = fixture.sandbox(SandboxExtras.NONE)) {
            for (String version : List.of(NativeParts.VERSION, TexFormats.VERSION)) {
                assertEquals(new Workbench(cells).read(version), new Workbench(bare).read(version));
            }
        }
    }

    @Test
    void withoutACompilerTheFormatsAreUsed() throws Exception {
        WarmStart start = without("cc");
        assertFalse(start.isWarm(Format.SVG));
        assertEquals(List.of("formats"), kept());
        assertDrawsTheSameAsCold(start);
    }

    @Test
    void labelsInOtherScriptsAreSetWithoutAWarmStart() throws Exception {
        WarmStart start = fixture.keep(WarmStart.formatsOnly(WarmStart.defaultCache(), fixture::sandbox));
        assertFalse(start.isWarm(Format.SVG));
        Rendering rendering = Rendering.of(fixture.launcher(start), svg("label(\"Привет, Größe, α ≤ 5′\", (0,0));"));
        assertEquals(Optional.of(0), rendering.exitCode(), rendering::output);
    }

    @Test
    void withFormatsOnlyAFileThatATaskBringsIsStillUsed() throws Exception {
        Launcher launcher = fixture.launcher(without("cc"));
        String noClass = "\\typeout{CLASS OF THE TASK}\\stop";
        Rendering rendering =
                Rendering.of(launcher, request(Format.SVG, Map.of("main.asy", LABELLED, "article.cls", noClass)));
        assertTrue(rendering.exitCode().filter(code -> code != 0).isPresent(), rendering.toString());
    }

    @Test
    void withoutFormatsTasksRunCold() throws Exception {
        WarmStart start = without("pdftex");
        assertEquals(List.of(), kept());
        assertDrawsTheSameAsCold(start);
    }

    @Test
    void whenTheTrialShowsADifferenceThereAreNoServers() throws Exception {
        Path bin = broken("dvisvgm");
        // Only where there are servers, so that the cold half of the trial is as it should be.
        WarmStart start = fixture.keep(WarmStart.create(
                cache, extras -> fixture.sandbox(extras.unixSockets() ? firstInPath(bin, extras) : extras)));
        assertFalse(start.isWarm(Format.SVG));
        assertEquals(List.of("formats", "programs"), kept());
        assertDrawsTheSameAsCold(start);
    }

    @Test
    void whatIsKeptIsUsedAgain() throws Exception {
        startAndClose();
        List<String> first = kept();
        assertEquals(List.of("formats", "programs", "trial"), first);
        startAndClose();
        assertEquals(first, kept());
    }

    /** Not while servers are still being started, which closing does not wait for without end. */
    private void startAndClose() throws IOException {
        try (WarmStart start = WarmStart.create(cache, fixture::sandbox)) {
            await().until(() -> start.isWarm(Format.SVG));
        }
    }
}
