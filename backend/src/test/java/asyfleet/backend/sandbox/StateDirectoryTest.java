package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class StateDirectoryTest {

    @TempDir
    Path directory;

    private Path base;

    @BeforeEach
    void nameBase() {
        base = directory.resolve("base");
    }

    @Test
    void nothingIsLeftOnceTheLastIsClosed() throws IOException {
        StateDirectory first = StateDirectory.create(base);
        StateDirectory second = StateDirectory.create(base);
        first.close();
        assertTrue(Files.isDirectory(second.path()));

        second.close();
        assertFalse(Files.exists(base));
    }

    @Test
    void whatADeadProcessLeftIsRemovedByTheNext() throws IOException {
        Files.createDirectory(base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path left = Files.createDirectories(base.resolve("run-dead/task")).getParent();

        try (StateDirectory next = StateDirectory.create(base)) {
            assertFalse(Files.exists(left));
            assertTrue(Files.isDirectory(next.path()));
        }
    }

    @Test
    void twoMayDeleteTheSameTreeAtOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            Path tree = Files.createDirectory(directory.resolve("tree" + round));
            for (int cell = 0; cell < 50; cell++) {
                Files.createFile(
                        Files.createDirectories(tree.resolve("cell" + cell)).resolve("file"));
            }
            CompletableFuture<Void> other = CompletableFuture.runAsync(() -> delete(tree));
            delete(tree);
            other.get(30, TimeUnit.SECONDS);
            assertFalse(Files.exists(tree));
        }
    }

    private static void delete(Path tree) {
        try {
            StateDirectory.delete(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void onlyItsOwnerMayLookIntoIt() throws IOException {
        try (StateDirectory state = StateDirectory.create(base)) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(base)));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(state.path())));
        }
    }

    @Test
    void linksInItAreRemovedAndNotFollowed() throws IOException {
        Path outside = Files.writeString(directory.resolve("outside"), "kept");
        Path path;
        try (StateDirectory state = StateDirectory.create(base)) {
            path = state.path();
            Files.createDirectories(path.resolve("a/b"));
            Files.createSymbolicLink(path.resolve("a/b/link"), outside);
            Files.createSymbolicLink(path.resolve("way-out"), directory);
        }
        assertFalse(Files.exists(path));
        assertTrue(Files.exists(outside));
    }

    @Test
    void whatAnotherProcessHoldsIsKeptWhileItLivesAndRemovedWhenItWasKilled() throws IOException {
        ChildProcess holder =
                ChildCommand.java(StateHolder.class, base.toString()).start();
        Path held = Path.of(holder.await(StateHolder.HELD));
        Path outside = Path.of(holder.await(StateHolder.MADE));
        StateDirectory.create(base).close();
        assertTrue(Files.exists(held) && Files.exists(outside));
        holder.kill();
        assertTrue(Files.exists(held) && Files.exists(outside));
        Files.createFile(outside.resolve("left"));
        StateDirectory.create(base).close();
        assertFalse(Files.exists(held) || Files.exists(outside));
    }

    @Test
    void whatItMadeOutsideIsRemovedWithIt() throws IOException {
        Path outside;
        try (StateDirectory state = StateDirectory.create(base)) {
            outside = state.createOutside("asyfleet-test-");
            assertTrue(Files.isDirectory(outside));
            assertFalse(outside.startsWith(base));
        }
        assertFalse(Files.exists(outside));
    }

    @Test
    void aBaseThatIsALinkIsRefused() throws IOException {
        Path real = Files.createDirectory(
                directory.resolve("real"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(base, real);
        assertThrows(IOException.class, () -> StateDirectory.create(base));
    }

    @Test
    void somethingElseInTheBaseKeepsIt() throws IOException {
        StateDirectory.create(base).close();
        try (StateDirectory state = StateDirectory.create(base)) {
            Files.createFile(state.path().getParent().resolve("other"));
        }

        assertTrue(Files.exists(base.resolve("other")));
    }

    @Test
    void aBaseThatOthersMayLookIntoIsRefused() throws IOException {
        Files.createDirectory(base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        assertThrows(IOException.class, () -> StateDirectory.create(base));
    }

    @Test
    void processesThatComeAndGoAtOnceDoNotTakeTheBaseFromEachOther() {
        ChildCommand command =
                ChildCommand.java(ComeAndGo.class, base.toString()).withJvm("-ea");
        List<ChildProcess> processes = Stream.generate(command::start).limit(3).toList();
        for (ChildProcess process : processes) {
            assertEquals(0, process.exitCode(), process::printed);
        }
        assertFalse(Files.exists(base));
    }

    @Test
    void theCellsOfEachProcessOfRootBelongToAUserOfTheirOwn() throws IOException {
        assumeTrue(Account.weAreRoot(), "the cells of others are their own");
        try (StateDirectory one = StateDirectory.create(base);
                StateDirectory other = StateDirectory.create(base);
                Sandbox sandbox = BwrapSandbox.create(one, SandboxLimits.DEFAULT, SandboxExtras.NONE);
                Cell cell = sandbox.open()) {
            assertNotEquals(one.cellUser(), other.cellUser());
            assertEquals(
                    one.cellUser().getAsInt(), Account.owner(Path.of("/proc", Long.toString(cell.firstProcess()))));
        }
    }

    @Test
    void theCellsOfAnOrdinaryUserAreItsOwn() throws IOException {
        assumeFalse(Account.weAreRoot());
        try (StateDirectory state = StateDirectory.create(base)) {
            assertTrue(state.cellUser().isEmpty());
        }
    }

    /** Opens and closes many times; ends with code 1 if its directory was ever taken away. */
    static final class ComeAndGo {

        public static void main(String[] args) throws IOException {
            for (int i = 0; i < 300; i++) {
                try (StateDirectory state = StateDirectory.create(Path.of(args[0]))) {
                    Files.createFile(state.path().resolve("mine"));
                }
            }
        }
    }
}
