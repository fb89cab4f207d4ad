package asyfleet.backend.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class CellTest {

    private static SandboxFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = SandboxFixture.bwrap();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    @Test
    void filesWrittenBeforeTheStartAreThereForTheCommand() throws Exception {
        try (Cell cell = fixture.sandbox().open()) {
            cell.directory().write("hello", "world".getBytes(UTF_8));
            cell.start(new Command(List.of("cat", "hello"), true));
            assertEquals("world", new String(cell.output().readAllBytes(), UTF_8));
        }
    }

    @Test
    void theCommandMayChangeItsInput() throws Exception {
        try (Cell cell = fixture.sandbox().open()) {
            cell.directory().write("hello", "world".getBytes(UTF_8));
            cell.start(new Command(List.of("sh", "-c", "echo changed >hello"), true));
            cell.exit().get();
            assertEquals(
                    "changed\n", new String(cell.directory().read("hello", 100).orElseThrow(), UTF_8));
        }
    }

    @Test
    void resultsAreReadWhenEveryProcessIsGone() throws Exception {
        try (Cell cell = fixture.start("echo image >out.svg")) {
            assertEquals(0, cell.exit().get());
            assertArrayEquals(
                    "image\n".getBytes(UTF_8),
                    cell.directory().read("out.svg", 100).orElseThrow());
            assertEquals(
                    List.of("out.svg"),
                    cell.directory().list(100).stream()
                            .map(WorkDirectory.Entry::name)
                            .toList());
        }
    }

    @Test
    void aLinkThatTheTaskMadeIsNotFollowed() throws Exception {
        try (Cell cell = fixture.start("ln -s /etc/passwd out.svg; mkdir out.pdf")) {
            cell.exit().get();
            assertEquals(Optional.empty(), cell.directory().read("out.svg", 100_000));
            assertEquals(Optional.empty(), cell.directory().read("out.pdf", 100_000));
            assertEquals(List.of(), cell.directory().list(100));
        }
    }

    @Test
    void noMoreNamesAreLookedAtThanAllowed() throws Exception {
        try (Cell cell = fixture.start("seq 1000 | xargs touch")) {
            cell.exit().get();
            assertEquals(100, cell.directory().list(100).size());
        }
    }

    @Test
    void nothingIsFoundInACellThatIsClosed() throws Exception {
        Cell cell = fixture.start("touch 1");
        cell.exit().get();
        cell.close();
        assertEquals(List.of(), cell.directory().list(100));
        assertEquals(Optional.empty(), cell.directory().read("1", 100));
    }

    @Test
    void noPipeWithANameCanBeMade() throws Exception {
        assertTrue(fixture.run("mkfifo out.svg").contains("Operation not permitted"));
    }

    @Test
    void aFileIsNotReadBeyondItsBound() throws Exception {
        try (Cell cell = fixture.start("echo 12345 >out.svg")) {
            cell.exit().get();
            assertEquals(Optional.empty(), cell.directory().read("out.svg", 5));
        }
    }

    @Test
    void mergedErrorsKeepTheirPlaceAmongTheOutput() throws Exception {
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= 100; i++) {
            expected.append("out").append(i).append("\nerr").append(i).append('\n');
        }
        assertEquals(expected.toString(), fixture.run("for i in $(seq 100); do echo out$i; echo err$i >&2; done"));
    }

    @Test
    void errorsApartHaveAStreamOfTheirOwn() throws Exception {
        try (Cell cell = fixture.sandbox().open()) {
            cell.start(new Command(List.of("sh", "-c", "echo out; echo err >&2"), false));
            assertEquals("out\n", new String(cell.output().readAllBytes(), UTF_8));
            assertEquals("err\n", new String(cell.errors().readAllBytes(), UTF_8));
        }
    }

    @Test
    void aSignalShowsAsItsNumberAbove128AndSaysNothing() throws Exception {
        try (Cell cell = fixture.start("kill -ABRT $$")) {
            assertEquals("", new String(cell.output().readAllBytes(), UTF_8));
            assertEquals(134, cell.exit().get());
            assertEquals("", new String(cell.errors().readAllBytes(), UTF_8));
        }
    }

    @Test
    void inputReachesTheCommandByteForByte() throws Exception {
        try (Cell cell = fixture.sandbox().open()) {
            cell.start(new Command(List.of("cat"), true));
            cell.input().write(new byte[] {0, 10, 10, -1});
            cell.input().close();
            assertArrayEquals(new byte[] {0, 10, 10, -1}, cell.output().readAllBytes());
        }
    }

    @Test
    void argumentsAreNotReadByTheShell() throws Exception {
        try (Cell cell = fixture.sandbox().open()) {
            cell.start(new Command(List.of("printf", "%s|", "$(id)", "a b", "'", "\\", "*", "ü"), true));
            assertEquals("$(id)|a b|'|\\|*|ü|", new String(cell.output().readAllBytes(), UTF_8));
        }
        assertThrows(IllegalArgumentException.class, () -> new Command(List.of("a\nb"), true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 1000",
                "setsid sleep 1000 & setsid sleep 1000 & sleep 1000",
                "trap '' TERM INT HUP; while :; do :; done",
                "kill -STOP $$",
                "sh -c 'kill -STOP -1; sleep 1000'"
            })
    void endingACellEndsEverythingInIt(String script) throws Exception {
        try (Cell cell = fixture.start("echo started; (" + script + ") & wait; sleep 1000")) {
            assertEquals('s', cell.output().read());
            List<ProcessHandle> processes = processes(cell);
            cell.end();
            cell.exit().get();
            assertEquals(
                    List.of(), processes.stream().filter(ProcessHandle::isAlive).toList());
        }
    }

    @Test
    void whatACommandLeavesBehindEndsWithIt() throws Exception {
        try (Cell cell = fixture.sandbox().open()) {
            cell.start(new Command(List.of("sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & read go"), true));
            await().until(() -> cell.usage().processes().stream()
                    .anyMatch(process -> process.name().equals("sleep")));
            List<ProcessHandle> processes = processes(cell);
            cell.input().close();
            assertEquals(1, cell.exit().get());
            assertEquals(
                    List.of(), processes.stream().filter(ProcessHandle::isAlive).toList());
        }
    }

    /** Handles, not numbers, which another process may have soon. */
    private static List<ProcessHandle> processes(Cell cell) {
        return cell.usage().processes().stream()
                .flatMap(process -> ProcessHandle.of(process.pid()).stream())
                .toList();
    }

    @Test
    void usageCountsOrphansToo() throws Exception {
        try (Cell cell = fixture.start("(setsid sleep 1000 &); exec sleep 1000")) {
            await().until(() -> cell.usage().processes().stream()
                            .filter(p -> p.name().equals("sleep"))
                            .count()
                    == 2);
            assertEquals(3, cell.usage().threads());
        }
    }

    @Test
    void usageCountsTheMemoryOfAllProcesses() throws Exception {
        String eater = "yes | head -c 40000000 | tail -c 40000000 | sleep 1000 & ";
        try (Cell cell = fixture.start(eater + eater + "wait")) {
            await().until(() -> cell.usage().residentBytes() > 60_000_000);
        }
    }

    @Test
    void theDiskIsBounded() throws Exception {
        SandboxLimits limits = SandboxLimits.DEFAULT;
        try (Cell cell = fixture.start("yes >a; yes >b; yes >/tmp/c")) {
            cell.exit().get();
            long kept = cell.directory().list(100).stream()
                    .mapToLong(WorkDirectory.Entry::size)
                    .sum();
            assertTrue(kept <= limits.diskBytes(), kept + " bytes kept");
            assertTrue(cell.directory().isFull());
        }
    }

    @Test
    void theNumberOfFilesIsBounded() throws Exception {
        try (Cell cell = fixture.start("i=0; while true >f$i; do i=$((i+1)); done 2>/dev/null; echo $i")) {
            int made = Integer.parseInt(new String(cell.output().readAllBytes(), UTF_8).strip());
            assertTrue(made <= SandboxLimits.DEFAULT.files(), made + " files");
        }
    }

    @Test
    void aRoomyDirectoryIsNotFull() throws Exception {
        try (Cell cell = fixture.start("true")) {
            cell.exit().get();
            assertFalse(cell.directory().isFull());
            assertEquals(List.of(), cell.directory().list(100));
        }
    }

    @Test
    void nothingIsOpenButTheThreeStreams() throws Exception {
        assertEquals("012", fixture.run("for n in $(seq 0 99); do [ -e /proc/$$/fd/$n ] && printf $n; done"));
    }

    @Test
    void nothingIsOnTheDisk() throws Exception {
        try (Cell cell = fixture.start("echo x >file; sleep 1000");
                Stream<Path> files = Files.walk(fixture.stateDirectory())) {
            await().until(() -> cell.directory().find("file").isPresent());
            List<String> names = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getParent().endsWith("tools"))
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
            // Only what is ours: our mark that we live, the filter, the tools, and whom cells belong to.
            assertEquals(
                    List.of(),
                    names.stream()
                            .filter(name -> !name.matches("lock|seccomp\\d+\\.bpf|user-\\d+"))
                            .toList());
        }
    }
}
