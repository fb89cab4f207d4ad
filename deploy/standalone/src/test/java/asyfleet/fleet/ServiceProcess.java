package asyfleet.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One service in a JVM of its own, started from the class path of the tests. */
final class ServiceProcess implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofMinutes(3);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** What a service says of the port that it took, or a gateway of its second one; up to the end of the line. */
    private static final Pattern PORT = Pattern.compile(
            "(?:ready service=\\S+ address=http://127\\.0\\.0\\.1:|queue servers to \\S+ port )(\\d+)\\R");

    private static final Pattern RING_PORT = Pattern.compile("runners connect to \\S+ port (\\d+), ");

    private final String mainClass;
    private final Process process;
    private final Path log;

    private ServiceProcess(String mainClass, Process process, Path log) {
        this.mainClass = mainClass;
        this.process = process;
        this.log = log;
    }

    /** Starts the service on a free port of its own choice and does not wait for it. What it prints goes to a file in the directory. */
    static ServiceProcess start(String mainClass, Map<String, String> settings, Path directory) {
        return start(mainClass, List.of(), "PORT", settings, directory);
    }

    /** @param portVariable the one that says where it is to answer whether it is ready */
    static ServiceProcess start(
            String mainClass,
            List<String> arguments,
            String portVariable,
            Map<String, String> settings,
            Path directory) {
        try {
            Path log = Files.createTempFile(directory, mainClass, ".log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-ea",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=info", // for the line that tells its port
                    "-cp",
                    System.getProperty("java.class.path"),
                    mainClass));
            command.addAll(arguments);
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(settings);
            builder.environment().put(portVariable, "0");
            return new ServiceProcess(mainClass, builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + mainClass, e);
        }
    }

    ServiceProcess awaitReady() {
        return await("ready", this::isReady);
    }

    /** For a program that is no service. */
    ServiceProcess awaitPrinted(String text) {
        return await("printed " + text, () -> printed().contains(text));
    }

    private ServiceProcess await(String what, Callable<Boolean> condition) {
        try {
            Awaitility.await(mainClass + " " + what)
                    .atMost(READY_WITHIN)
                    .pollInterval(Duration.ofMillis(50))
                    .failFast(this::requireAlive)
                    .until(condition);
            return this;
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(e.getMessage() + " It printed:\n" + printed(), e);
        }
    }

    private void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(mainClass + " ended:\n" + printed());
        }
    }

    /** Of a service that is ready. */
    URI address() {
        return URI.create("http://127.0.0.1:" + port(PORT).orElseThrow());
    }

    /** Where runners connect to a gateway that is ready. */
    String ringPort() {
        return port(RING_PORT).orElseThrow();
    }

    private Optional<String> port(Pattern said) {
        return said.matcher(printed()).results().map(found -> found.group(1)).findFirst();
    }

    String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The programs that it started, itself or through others, and that are alive now. */
    List<ProcessHandle> children() {
        return process.descendants().filter(ProcessHandle::isAlive).toList();
    }

    /** Whether a program that it started, itself or through others, has used the processor for so long. */
    boolean computes(Duration atLeast) {
        return process.descendants()
                .flatMap(program -> program.info().totalCpuDuration().stream())
                .anyMatch(used -> used.compareTo(atLeast) >= 0);
    }

    /** As a crash would: nothing is drained, nobody is told. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM; waits until the service has drained. */
    @Override
    public void close() {
        process.destroy();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(mainClass + " did not end when told to:\n" + printed());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }

    private boolean isReady() throws InterruptedException {
        if (port(PORT).isEmpty()) {
            return false;
        }
        HttpRequest request = HttpRequest.newBuilder(address().resolve("/readyz"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException noAnswer) {
            return false;
        }
    }
}
