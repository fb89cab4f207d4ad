package asyfleet.fleet;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.testing.ServiceCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** One service in a JVM of its own, started from the class path of the tests. */
final class ServiceProcess implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofMinutes(3);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The line in which a service names the port that it took, or a gateway its second one. */
    private static final Pattern PORT = Pattern.compile(
            "(?:\\baddress(?:=|\":\")http://127\\.0\\.0\\.1:|queue servers to \\S+ port )(\\d+)(?:$|\",)");

    private static final Pattern RING_PORT = Pattern.compile("runners connect to \\S+ port (\\d+), ");

    private final ChildProcess process;
    private URI address;

    private ServiceProcess(ChildProcess process) {
        this.process = process;
    }

    /** Starts the service on a free port of its own choice and does not wait for it. */
    static ServiceProcess start(String mainClass, Map<String, String> settings) {
        return start(mainClass, List.of(), "PORT", settings);
    }

    /** @param portVariable the one that says where it is to answer whether it is ready */
    static ServiceProcess start(
            String mainClass, List<String> arguments, String portVariable, Map<String, String> settings) {
        ChildCommand command = ServiceCommand.of(mainClass, arguments.toArray(String[]::new))
                .withJvm("-Dasyfleet.log=info") // a line of its log tells its port
                .with(settings)
                .with(portVariable, "0");
        return new ServiceProcess(command.start());
    }

    ServiceProcess awaitReady() {
        address = URI.create("http://127.0.0.1:" + process.await(PORT));
        Awaitility.await(address + " is ready")
                .atMost(READY_WITHIN)
                .pollInterval(Duration.ofMillis(50))
                .failFast(this::requireAlive)
                .until(this::isReady);
        return this;
    }

    /** For a program that is no service. */
    ServiceProcess awaitPrinted(String text) {
        process.await(Pattern.compile(text, Pattern.LITERAL));
        return this;
    }

    /** Of a service that is ready. */
    URI address() {
        return address;
    }

    /** Where runners connect to a gateway that is ready. */
    String ringPort() {
        return process.await(RING_PORT);
    }

    String printed() {
        return process.printed();
    }

    /** The programs that it started, itself or through others, and that are alive now. */
    List<ProcessHandle> children() {
        return process.descendants();
    }

    /** Whether a program that it started, itself or through others, has used the processor for so long. */
    boolean computes(Duration atLeast) {
        return children().stream()
                .flatMap(program -> program.info().totalCpuDuration().stream())
                .anyMatch(used -> used.compareTo(atLeast) >= 0);
    }

    /** As a crash would: nothing is drained, nobody is told. */
    void kill() {
        process.kill();
    }

    /** SIGSTOP: it answers nobody, and no connection of it closes, as when its machine hangs. */
    void freeze() {
        signal("STOP");
    }

    /** SIGCONT: it goes on as if nothing had happened. */
    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + code);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("no signal " + name, e);
        }
    }

    /** SIGTERM; waits until the service has drained. */
    @Override
    public void close() {
        process.terminate();
        process.exitCode();
    }

    private void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("it ended:\n" + printed());
        }
    }

    /** Whether {@code /readyz} says so. */
    boolean isReady() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/readyz"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException noAnswer) {
            return false;
        }
    }
}
