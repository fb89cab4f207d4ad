package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The way of a copy into a cell, watched from inside and from outside. */
@Tag("slow")
final class EnteringCopyTest {

    private static final int CELLS = 20;
    private static final int LOOKS = 2000;
    private static final List<ServerSpec> PROGRAMS = Trial.servers(Format.SVG);

    private static WarmFixture fixture;
    private static WarmStart warm;
    private static ForkServers servers;

    @BeforeAll
    static void open() throws Exception {
        fixture = new WarmFixture();
        warm = fixture.warm();
        servers = warm.servers().orElseThrow();
        preloaded();
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    /** Worse than it ever is: nothing of a task runs in a cell when copies enter it. */
    @Test
    void noProcessOfACellIsEverSeenUnconfined() throws Exception {
        Set<String> bad = new ConcurrentSkipListSet<>();
        long looks = 0;
        for (int i = 0; i < CELLS || looks < LOOKS; i++) {
            try (Cell cell = warm.sandbox().open()) {
                cell.directory().write("watch.pl", WarmFixture.resource("watch.pl"));
                cell.start(new Command(List.of("perl", "watch.pl"), true));
                assertEquals('w', cell.output().read());
                // On a thread of its own: the common pool may have one thread, by which the end of the cell is told.
                CompletableFuture<Long> outside = CompletableFuture.supplyAsync(
                        () -> watch(cell, bad), watch -> new Thread(watch, "outside").start());
                assertEquals(Set.copyOf(PROGRAMS), servers.enter(cell, PROGRAMS));
                cell.directory().write("stop", new byte[0]);
                String said = new String(cell.output().readAllBytes(), StandardCharsets.UTF_8);
                said.lines().filter(line -> line.startsWith("bad=")).forEach(bad::add);
                looks += Long.parseLong(said.replaceAll("(?s).*looks=(\\d+).*", "$1")) + outside.join();
            }
        }
        assertEquals(Set.of(), bad);
    }

    /** From outside, until the cell is gone. */
    private static long watch(Cell cell, Collection<String> bad) {
        long looks = 0;
        while (!cell.exit().isDone()) {
            for (Path process : WarmFixture.processes(cell)) {
                String status = read(process.resolve("status"));
                if (status.contains("\nSeccomp:\t0")) {
                    bad.add("outside: " + status.lines().findFirst().orElse(""));
                }
                looks++;
            }
        }
        return looks;
    }

    @Test
    void cellsAndServersShareNoDescriptor() throws Exception {
        try (Cell one = preloaded().open();
                Cell other = preloaded().open()) {
            Set<String> ofOne = descriptors(WarmFixture.processes(one));
            Set<String> ofOther = descriptors(WarmFixture.processes(other));
            Set<String> ofServers = descriptors(servers.processes().stream()
                    .map(server -> Path.of("/proc/" + server.pid()))
                    .toList());
            assertEquals(Set.of("/dev/null"), common(ofOne, ofOther));
            assertEquals(Set.of("/dev/null"), common(ofOne, ofServers));
        }
    }

    @Test
    void cellsAndServersShareNoMemory() throws Exception {
        try (Cell cell = preloaded().open()) {
            for (Path process : WarmFixture.processes(cell)) {
                assertEquals(
                        List.of(),
                        read(process.resolve("maps"))
                                .lines()
                                .filter(mapping -> mapping.matches("\\S+ .w.s.*"))
                                .toList());
            }
        }
    }

    @Test
    void aCopyWaitsForOneCallOnly() throws Exception {
        try (Cell cell = preloaded().open()) {
            cell.directory().write("out_.tex", "\\relax\\end\n".getBytes(StandardCharsets.UTF_8));
            String call =
                    "latex '\\nonstopmode\\input' out_.tex >said; grep -c ' 00010000 .*@asyfleet/' /proc/net/unix";
            cell.start(new Command(List.of("sh", "-c", call + "; mv said first; " + call + "; cmp said first"), true));
            String said = new String(cell.output().readAllBytes(), StandardCharsets.UTF_8);
            // Two addresses at which somebody listens for each of four programs; the one that was called has none any
            // more, and needs none.
            assertEquals("6\n6\n", said);
            assertEquals(0, cell.exit().join());
        }
    }

    private static Sandbox preloaded() {
        return warm.preloaded(Format.SVG).orElseThrow();
    }

    private static Set<String> common(Set<String> one, Set<String> other) {
        Set<String> common = new HashSet<>(one);
        common.retainAll(other);
        return common;
    }

    private static Set<String> descriptors(Collection<Path> processes) throws IOException {
        Set<String> targets = new HashSet<>();
        for (Path process : processes) {
            try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
                for (Path descriptor : descriptors.toList()) {
                    targets.add(Files.readSymbolicLink(descriptor).toString());
                }
            }
        }
        return targets;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
