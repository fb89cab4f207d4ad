package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark that somebody ends: a process, and so is each service that it starts. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BenchEndTest {

    /** The benchmark waits for a line that services log, and the class path of this module is of few words. */
    private static final Map<String, String> VERBOSE =
            Map.of("JDK_JAVA_OPTIONS", "-Dorg.slf4j.simpleLogger.defaultLogLevel=info");

    @TempDir
    private Path directory;

    @Test
    void aBenchmarkThatIsTerminatedAloneLeavesNoProcessBehind() throws IOException {
        List<String> arguments = List.of("bench", "limiter", "--pairs=1000000000", "--lib=" + jars());
        List<ProcessHandle> children;
        try (ServiceProcess bench =
                ServiceProcess.start("asyfleet.client.ClientMain", arguments, "PORT", VERBOSE, directory)) {
            children = bench.awaitPrinted("round trips per pair").children();
        }

        assertTrue(children.size() >= 2, "expected a Redis and a queue server, but were " + children);
        List<ProcessHandle> left =
                children.stream().filter(ProcessHandle::isAlive).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertEquals(List.of(), left);
    }

    /** A directory with a jar that stands for all: it holds nothing but the class path of the tests. */
    private Path jars() throws IOException {
        String classPath = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jars = Files.createDirectory(directory.resolve("lib"));
        new JarOutputStream(Files.newOutputStream(jars.resolve("all.jar")), manifest).close();
        return jars;
    }
}
