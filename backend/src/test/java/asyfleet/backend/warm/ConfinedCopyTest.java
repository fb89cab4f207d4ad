package asyfleet.backend.warm;

import static asyfleet.backend.warm.WarmFixture.svg;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A copy of a program that waited outside is held as tightly as a process that the cell started itself. */
@Tag("slow")
final class ConfinedCopyTest {

    private static final List<String> NAMESPACES = List.of("cgroup", "ipc", "mnt", "net", "pid", "user", "uts");

    private static WarmFixture fixture;
    private static WarmStart warm;
    private static Launcher warmly;

    @BeforeAll
    static void open() throws Exception {
        fixture = new WarmFixture();
        warm = fixture.warm();
        warmly = fixture.launcher(warm);
        await().until(() -> warm.isWarm(Format.SVG));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    /** The facts of a copy and of the stand-in that it took the place of, which bubblewrap has confined. */
    private record Pair(Path copy, Path standIn) {}

    private interface Look {
        void at(Pair pair) throws Exception;
    }

    private static void whileATaskRuns(Look look) throws Exception {
        try (Cell cell = warmly.launch(WarmFixture.endless())) {
            Path copy = Path.of("/proc/" + WarmFixture.awaitCopy(cell).pid());
            Path standIn = WarmFixture.processes(cell).stream()
                    .filter(process -> !process.equals(copy) && name(process).equals("asy"))
                    .findFirst()
                    .orElseThrow();
            look.at(new Pair(copy, standIn));
        }
    }

    private static String name(Path process) {
        try {
            return Files.readString(process.resolve("comm")).strip();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itIsInTheSameNamespaces() throws Exception {
        whileATaskRuns(pair -> {
            for (String kind : NAMESPACES) {
                Path name = Path.of("ns", kind);
                assertEquals(
                        Files.readSymbolicLink(pair.standIn().resolve(name)),
                        Files.readSymbolicLink(pair.copy().resolve(name)));
            }
        });
    }

    @Test
    void itHasTheSameUserAndNoCapabilitiesAndAFilter() throws Exception {
        whileATaskRuns(pair -> {
            Map<String, String> copy = fields(pair.copy().resolve("status"));
            Map<String, String> standIn = fields(pair.standIn().resolve("status"));
            for (String field : List.of("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")) {
                assertEquals(standIn.get(field), copy.get(field), field);
            }
            for (String field : List.of("NoNewPrivs", "Seccomp", "Seccomp_filters")) {
                assertEquals(standIn.get(field), copy.get(field), field);
            }
            assertEquals("2", copy.get("Seccomp"));
        });
    }

    @Test
    void itHasTheSameLimits() throws Exception {
        whileATaskRuns(pair -> assertEquals(
                Files.readString(pair.standIn().resolve("limits")),
                Files.readString(pair.copy().resolve("limits"))));
    }

    @Test
    void itHoldsNoDescriptorOfTheServer() throws Exception {
        whileATaskRuns(pair -> {
            try (Stream<Path> descriptors = Files.list(pair.copy().resolve("fd"))) {
                for (Path descriptor : descriptors.toList()) {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    boolean stream = Integer.parseInt(descriptor.getFileName().toString()) <= 2;
                    assertTrue(stream ? target.startsWith("pipe:") : target.startsWith("/task/"), target);
                }
            }
        });
    }

    @Test
    void whatItStartsHasTheEnvironmentOfTheCell() throws Exception {
        try (Cell cell = warmly.launch(svg("real w = texsize(\"x\")[0]; while (true) {}"))) {
            await().until(() -> WarmFixture.names(cell).contains("latex"));
            List<String> environments = WarmFixture.processes(cell).stream()
                    .filter(process -> List.of("asy", "latex").contains(name(process)))
                    .map(ConfinedCopyTest::environment)
                    .filter(environment -> !environment.contains("ASYFLEET_GATE"))
                    .distinct()
                    .toList();
            // The stand-in for asy, which the cell started, and the one for latex, which the copy started.
            assertEquals(1, environments.size(), environments.toString());
        }
    }

    private static String environment(Path process) {
        try {
            return Stream.of(Files.readString(process.resolve("environ")).split("\0"))
                    .filter(variable -> !variable.startsWith("_="))
                    .sorted()
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> fields(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .map(line -> line.split(":\\s*", 2))
                .collect(Collectors.toMap(field -> field[0], field -> field[1]));
    }
}
