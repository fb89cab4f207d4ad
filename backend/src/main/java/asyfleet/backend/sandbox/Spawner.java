package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The one thread that starts processes. bubblewrap asks the kernel to be killed when its parent dies, and for the kernel
 * the parent is the thread that forked: started from a pool thread, a sandbox would end when that thread is retired. The
 * same rule makes sure that nothing outlives this thread, and with it the JVM, however it dies.
 */
final class Spawner implements AutoCloseable {

    /** Only what finds the programs: the environment of a service has secrets in it. */
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "LANG", "C");

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread spawner = new Thread(task, "spawner");
        spawner.setDaemon(true);
        return spawner;
    });

    /** Starts a process with three pipes in the given directory. Blocks until it has been started. */
    Process spawn(List<String> command, Path directory, Map<String, String> environment) throws IOException {
        Callable<Process> start = () -> {
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
            builder.environment().clear();
            builder.environment().putAll(ENVIRONMENT);
            builder.environment().putAll(environment);
            return builder.start();
        };
        try {
            return thread.submit(start).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while starting " + command.get(0), e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
