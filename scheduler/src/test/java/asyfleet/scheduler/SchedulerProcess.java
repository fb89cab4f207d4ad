package asyfleet.scheduler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A scheduler in a process of its own, as an operator starts it. */
final class SchedulerProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready service=scheduler address=(\\S+)");

    private final Process process;
    private final String address;

    private SchedulerProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts it and waits until it says that it is ready. */
    static SchedulerProcess start(String redis, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SchedulerMain.class.getName(),
                "--redis",
                redis,
                "--port",
                "0"));
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output = process.inputReader();
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                return new SchedulerProcess(process, ready.group(1));
            }
        }
        throw new IOException("scheduler ended before it was ready: " + said);
    }

    String ready() {
        return Http.get(address + "/readyz");
    }

    /** With SIGKILL: it has no time to say anything. */
    void kill() {
        try {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        try {
            process.getInputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
