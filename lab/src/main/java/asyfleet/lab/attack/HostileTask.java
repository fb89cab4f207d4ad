package asyfleet.lab.attack;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.SentTask;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The files and options of a task that an attacker sends.
 *
 * @param timeoutMillis null for a task that gets what the load allows
 */
record HostileTask(Map<String, String> files, Format format, Integer timeoutMillis, boolean shell) {

    private static final String MAIN = "main.asy";
    private static final String SCRIPT = "attack.txt";

    static HostileTask program(String program, Format format) {
        return new HostileTask(Map.of(MAIN, program), format, null, false);
    }

    /**
     * A task that runs a script in its cell. Asymptote calls TeX with the argument {@code \scrollmode}, and a shell that is
     * named in place of TeX takes it for a script. What the attack prints goes to standard error, which is the task's; the
     * pipe to Asymptote stays open, or Asymptote would end before the attack has.
     */
    static HostileTask script(String interpreter, String script) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(MAIN, launch(interpreter));
        files.put(SCRIPT, script);
        return new HostileTask(files, Format.SVG, null, false);
    }

    private static String launch(String interpreter) {
        return "file f=output(\"\\scrollmode\"); write(f,\"exec 5>&1 >&2; exec %s %s\"); close(f); "
                        .formatted(interpreter, SCRIPT)
                + "settings.texcommand=\"sh\"; label(\"x\",(0,0));\n";
    }

    /** The same script in a shell that goes on running. */
    HostileTask inShell() {
        return new HostileTask(files, format, timeoutMillis, true);
    }

    HostileTask within(Duration limit) {
        return new HostileTask(files, format, Math.toIntExact(limit.toMillis()), shell);
    }

    /** A script among the resources of this program. */
    static String resource(String name) {
        try (InputStream script = HostileTask.class.getResourceAsStream("/attack/" + name)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Started start(AsyfleetClient client) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        files.forEach((name, text) -> contents.put(name, text.getBytes(StandardCharsets.UTF_8)));
        Listener listener = new Listener();
        TaskOptions options = new TaskOptions(shell, timeoutMillis, format, StderrMode.STDOUT, 0);
        return new Started(
                client.start(new TaskSources(contents, MAIN), options, listener), listener, System.nanoTime());
    }

    /** A task under way. */
    record Started(SentTask task, Listener listener, long startedNanos) {

        /** Waits until it runs, or has ended before. */
        Started awaitRun(Duration limit) {
            CompletableFuture<Object> either =
                    CompletableFuture.anyOf(listener.running, task.outcome().toCompletableFuture());
            either.copy()
                    .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            return this;
        }

        /** Waits for its end; after the time limit the client hangs up. */
        ObservedEnd await(Duration limit) {
            try {
                var outcome = task.outcome().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
                return ObservedEnd.of(outcome, listener.output(), seconds());
            } catch (TimeoutException e) {
                task.cancel();
                return ObservedEnd.none(listener.output(), seconds());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("a task was not waited for", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a task never ends by an exception", e);
            }
        }

        double seconds() {
            return (System.nanoTime() - startedNanos) / 1e9;
        }
    }

    /** Keeps the beginning of what a task writes. Synchronized: written by the client's thread, read by the attacker's. */
    static final class Listener implements TaskObserver {

        private static final int MOST_CHARACTERS = 2 << 20;

        private final CompletableFuture<Object> running = new CompletableFuture<>();
        private final StringBuilder output = new StringBuilder();

        @Override
        public void started() {
            running.complete(true);
        }

        @Override
        public synchronized void output(OutputStreamName stream, byte[] contents) {
            if (output.length() < MOST_CHARACTERS) {
                output.append(new String(contents, StandardCharsets.UTF_8));
            }
        }

        synchronized String output() {
            return output.toString();
        }
    }
}
