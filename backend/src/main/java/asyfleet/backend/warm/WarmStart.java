package asyfleet.backend.warm;

import asyfleet.backend.execute.ColdLauncher;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Account;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.protocol.task.Format;
import asyfleet.redis.schema.PoolFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The warm start of a backend process, common to its slots. As warm as the machine allows:
 *
 * <ol>
 *   <li>fork servers and TeX formats of our own;
 *   <li>the formats only, where there is no C compiler, or no sandbox to join, or the trial fails;
 *   <li>nothing, where the formats cannot be made.
 * </ol>
 *
 * <p>Less than all is said once, as a warning; tasks run the same at every step.
 */
public final class WarmStart implements AutoCloseable {

    /** Opens a sandbox of the kind that the backend was told to use. */
    public interface SandboxOpener {
        Sandbox open(SandboxExtras extras) throws IOException;
    }

    private final CountedSandbox sandbox;
    private final Optional<ForkServers> servers;
    private final TaskCount tasks = new TaskCount();

    WarmStart(Sandbox sandbox, Optional<ForkServers> servers) {
        this.sandbox = new CountedSandbox(sandbox);
        this.servers = servers;
    }

    /** Where things are kept from one start to the next, unless somebody says otherwise. */
    public static Path defaultCache() {
        // For a user without a name the JVM says "?".
        Optional<Path> home = Optional.of(Path.of(System.getProperty("user.home")))
                .filter(path -> path.isAbsolute() && Files.isWritable(path));
        return CacheDirectory.defaultPath(Account.ours(), home);
    }

    /** No warm start at all: every program is started for every task, with what the system has. */
    public static WarmStart off(SandboxOpener opener) throws IOException {
        return new WarmStart(opener.open(SandboxExtras.NONE), Optional.empty());
    }

    /**
     * No program waits, but TeX has formats of our own, because labels in other scripts need them. Takes some seconds
     * when the cache has none for the tools of this machine.
     *
     * @throws IOException if no sandbox can be opened, however plain
     */
    public static WarmStart formatsOnly(Path cache, SandboxOpener opener) throws IOException {
        try (Sandbox plain = opener.open(SandboxExtras.NONE)) {
            return new Preparation(new CacheDirectory(cache), plain, opener).formatsOnly();
        }
    }

    /**
     * Gets everything ready. Takes some seconds when the cache has nothing for the tools of this machine.
     *
     * @throws IOException if no sandbox can be opened, however plain
     */
    public static WarmStart create(Path cache, SandboxOpener opener) throws IOException {
        try (Sandbox plain = opener.open(SandboxExtras.NONE)) {
            return new Preparation(new CacheDirectory(cache), plain, opener).warmest();
        }
    }

    /**
     * Fills the cache with all that can be made without cells: everything but the trial.
     *
     * @param plain where it is made; what comes out is the same in every kind of sandbox
     * @throws IOException if something cannot be made
     */
    public static void prepare(Path cache, Sandbox plain) throws IOException {
        CacheDirectory directory = new CacheDirectory(cache);
        Workbench workbench = new Workbench(plain);
        NativeParts.obtain(directory, workbench, TexFormats.obtain(directory, workbench));
    }

    /** A slot's way to start tasks in {@link #sandbox}. */
    public Launcher launcher(Sandbox cells, Executor background) {
        if (servers.isEmpty()) {
            return new WarmLauncher.WithoutCopies(new ColdLauncher(cells, background), tasks);
        }
        CopyPreloader preloader = preloader(servers.get(), Format.SVG);
        return new WarmLauncher(new ColdLauncher(cells, background, preloader), preloader, servers.get(), tasks);
    }

    private static CopyPreloader preloader(ForkServers servers, Format first) {
        return new CopyPreloader(servers, InstantSource.system(), Trial.usual(first));
    }

    public Sandbox sandbox() {
        return sandbox;
    }

    /**
     * The same, with programs waiting in each cell as in those of tasks of that format. Empty if none can wait. Blocks
     * until the programs have been started.
     */
    public Optional<Sandbox> preloaded(Format format) {
        servers.ifPresent(all -> all.startAhead(Trial.servers(format)).join());
        return servers.map(all -> new PreloadedSandbox(sandbox, preloader(all, format)));
    }

    Optional<ForkServers> servers() {
        return servers;
    }

    /** The counts of cells, which are kept ready here, and of the tasks in them. */
    public PoolFigures figures() {
        // In this order, or a cell that comes and goes in between would be deleted before it was created.
        long deleted = sandbox.deleted();
        long created = sandbox.created();
        return new PoolFigures(created, tasks.warm(), deleted, tasks.all(), created - deleted);
    }

    /** Whether a task of this format whose main file has the usual name would find all its programs waiting. */
    public boolean isWarm(Format format) {
        return servers.isPresent() && Trial.usual(format).stream().allMatch(servers.get()::isWaiting);
    }

    @Override
    public void close() {
        servers.ifPresent(ForkServers::close);
        sandbox.close();
    }
}
