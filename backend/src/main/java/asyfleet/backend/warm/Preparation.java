package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxExtras.Mount;
import asyfleet.backend.warm.WarmStart.SandboxOpener;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The preparation of a warm start, step by step. A step that fails leaves the others as they are.
 *
 * @param plain a sandbox without any extras, in which things are made and to which results are compared
 */
record Preparation(CacheDirectory cache, Sandbox plain, SandboxOpener opener) {

    private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

    /** Where a stand-in expects to be; handover.h and stand_in.c say the same. */
    private static final String BIN_INSIDE = "/asyfleet/bin";

    private interface Step {
        WarmStart with(TexFormats formats) throws IOException;
    }

    WarmStart warmest() throws IOException {
        return prepared(this::withFormatsAndMore);
    }

    WarmStart formatsOnly() throws IOException {
        return prepared(this::withFormats);
    }

    private WarmStart prepared(Step step) throws IOException {
        try {
            return step.with(TexFormats.obtain(cache, new Workbench(plain)));
        } catch (IOException e) {
            LOG.warn(
                    "no TeX formats: tasks take as long as by hand, and labels in other scripts fail cache={} reason={}",
                    cache.path(),
                    e.getMessage());
            return WarmStart.off(opener);
        }
    }

    private WarmStart withFormats(TexFormats formats) throws IOException {
        return new WarmStart(opener.open(extras(formats)), Optional.empty());
    }

    private WarmStart withFormatsAndMore(TexFormats formats) throws IOException {
        if (plain.confinement().isPresent()) {
            try {
                return withServers(formats, NativeParts.obtain(cache, new Workbench(plain), formats));
            } catch (IOException e) {
                LOG.warn("no fork servers: tasks start with TeX formats only reason={}", e.getMessage());
            }
        }
        return withFormats(formats);
    }

    private WarmStart withServers(TexFormats formats, NativeParts parts) throws IOException {
        Sandbox sandbox = opener.open(extras(formats, parts));
        try {
            ForkServer.Host host = new ForkServer.Host(sandbox.confinement().orElseThrow(), parts.library());
            tryOut(parts, sandbox, host);
            ForkServers servers = new ForkServers(host, InstantSource.system());
            servers.startAhead(Trial.servers(Format.SVG));
            return new WarmStart(sandbox, Optional.of(servers));
        } catch (IOException | RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    /** Once for each version of the tools and of our own parts: the trial's place in the cache says that it went well. */
    private void tryOut(NativeParts parts, Sandbox sandbox, ForkServer.Host host) throws IOException {
        cache.obtain("trial-" + parts.directory().getFileName(), nothing -> {
            try (ForkServers servers = new ForkServers(host, InstantSource.system())) {
                new Trial(plain, sandbox, servers).run();
            }
        });
    }

    private static SandboxExtras extras(TexFormats formats) {
        return new SandboxExtras(
                List.of(sameInside(formats.directory())),
                environment(formats.bin().toString(), formats),
                false);
    }

    private static SandboxExtras extras(TexFormats formats, NativeParts parts) {
        List<Mount> mounts = List.of(sameInside(formats.directory()), new Mount(parts.bin(), BIN_INSIDE));
        return new SandboxExtras(mounts, environment(BIN_INSIDE, formats), true);
    }

    /** At the same place inside as outside, because fork servers look for formats before they are inside. */
    private static Mount sameInside(Path directory) {
        return new Mount(directory, directory.toString());
    }

    private static Map<String, String> environment(String bin, TexFormats formats) {
        // The colon at the end stands for all the places where TeX would have looked.
        String first = formats.directory() + ":";
        return Map.of("PATH", bin + ":/usr/bin:/bin", "TEXFORMATS", first, "TFMFONTS", first);
    }
}
