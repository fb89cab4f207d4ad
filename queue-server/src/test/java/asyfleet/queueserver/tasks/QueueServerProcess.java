package asyfleet.queueserver.tasks;

import asyfleet.queueserver.QueueServerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A queue server in a process of its own, so that it can be killed. */
final class QueueServerProcess implements AutoCloseable {

    private final Process process;
    final String address;

    private QueueServerProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static QueueServerProcess start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                QueueServerMain.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains("ready service=")) {
                return new QueueServerProcess(process, line.substring(line.indexOf("address=") + "address=".length()));
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the queue server did not start:\n" + seen);
    }

    /** SIGKILL: no shutdown hook, no farewell. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
