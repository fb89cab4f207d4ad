package asyfleet.lab.bench.fleet;

import asyfleet.config.StartFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of the fleet under measurement. What it prints is read by a thread of its own, until it says it is ready. */
final class ChildProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final int LINES_KEPT = 20;

    private final String name;
    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();

    private ChildProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts a process and waits until a line of its output fits.
     *
     * @param readyLine with a group that {@link #address} then answers
     */
    static ChildProcess start(String name, List<String> command, Map<String, String> environment, Pattern readyLine) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            ChildProcess child = new ChildProcess(name, Children.start(builder));
            Thread reader = new Thread(() -> child.read(readyLine), "output-of-" + name);
            reader.setDaemon(true);
            reader.start();
            child.awaitReady();
            return child;
        } catch (IOException e) {
            throw new StartFailure("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    private void read(Pattern readyLine) {
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher matcher = readyLine.matcher(line);
                if (matcher.find()) {
                    ready.complete(matcher.group(1));
                }
                last.add(line);
                if (last.size() > LINES_KEPT) {
                    last.remove();
                }
            }
        } catch (IOException e) {
            last.add(e.toString());
        }
        ready.completeExceptionally(new StartFailure(name + " ended early:\n" + String.join("\n", last)));
    }

    private void awaitReady() {
        try {
            ready.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            close();
            throw new StartFailure(name + " was not ready within " + START_LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw (StartFailure) e.getCause();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new StartFailure(name + " was not waited for", e);
        }
    }

    String address() {
        return ready.join();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        Children.end(process);
    }

    /** Runs a short command to its end and answers what it printed. */
    static String run(String... command) {
        try {
            Process process = Children.start(new ProcessBuilder(command).redirectErrorStream(true));
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new StartFailure(String.join(" ", command) + " ended with " + code + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure(command[0] + " was not waited for", e);
        }
    }
}
