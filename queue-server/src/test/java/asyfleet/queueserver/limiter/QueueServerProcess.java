package asyfleet.queueserver.limiter;

import asyfleet.queueserver.QueueServerMain;
import asyfleet.redis.RedisFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A queue server in a process of its own, to be killed. */
record QueueServerProcess(Process process, int port) {

    static QueueServerProcess start(RedisFixture redis, String token, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                QueueServerMain.class.getName(),
                "--port=0"));
        command.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("REDIS_URL", redis.uri());
        builder.environment().put("AUTH_TOKEN", token);
        Process process = builder.start();
        BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = log.readLine();
        while (line != null && !line.contains("ready service=queue-server")) {
            line = log.readLine();
        }
        String port = line.substring(line.lastIndexOf(':') + 1).strip();
        return new QueueServerProcess(process, Integer.parseInt(port));
    }

    /** As {@code kill -9} does it. */
    void kill() {
        process.destroyForcibly();
    }
}
