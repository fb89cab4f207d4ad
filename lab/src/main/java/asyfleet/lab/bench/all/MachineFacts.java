package asyfleet.lab.bench.all;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine that figures were taken on, and what they were taken with. */
final class MachineFacts {

    private MachineFacts() {}

    static Map<String, String> here() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("taken", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put(
                "processor", Runtime.getRuntime().availableProcessors() + " × " + field("/proc/cpuinfo", "model name"));
        facts.put("memory", field("/proc/meminfo", "MemTotal"));
        facts.put("kernel", text("/proc/sys/kernel/osrelease"));
        facts.put("load when it began", load());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        facts.put("JVM of the services", String.join(" ", ChildCommand.jvmOptions()));
        facts.put("Redis", printed("redis-server", "--version"));
        facts.put("Asymptote", printed("asy", "--version"));
        return facts;
    }

    static String load() {
        return text("/proc/loadavg").replaceFirst(" [0-9]+/.*", "") + " (1, 5 and 15 minutes)";
    }

    private static String printed(String... command) {
        try {
            return ChildCommand.of(command).run().lines().findFirst().orElse("").split(" \\[")[0];
        } catch (StartFailure e) {
            return "missing";
        }
    }

    private static String field(String file, String name) {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
