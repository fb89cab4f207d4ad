package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CacheDirectoryTest {

    @TempDir
    Path base;

    private CacheDirectory cache() {
        return new CacheDirectory(base.resolve("cache"));
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> entries = Files.list(base.resolve("cache"))) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    @Test
    void whatWasMadeIsNotMadeAgain() throws IOException {
        AtomicInteger made = new AtomicInteger();
        CacheDirectory.Maker maker =
                directory -> Files.writeString(directory.resolve("file"), "" + made.incrementAndGet());
        Path first = cache().obtain("a", maker);
        assertEquals(first, cache().obtain("a", maker));
        assertEquals("1", Files.readString(first.resolve("file")));
    }

    @Test
    void whatFailedLeavesNothingBehindAndIsTriedAgain() throws IOException {
        assertThrows(IOException.class, () -> cache().obtain("a", directory -> {
            Files.writeString(directory.resolve("half"), "");
            throw new IOException("broken");
        }));
        assertEquals(List.of(), entries());
        assertTrue(Files.isDirectory(cache().obtain("a", directory -> {})));
    }

    @Test
    void whoComesSecondTakesWhatTheFirstMade() throws IOException {
        Path obtained = cache().obtain("a", mine -> {
            Files.writeString(mine.resolve("file"), "second");
            cache().obtain("a", theirs -> Files.writeString(theirs.resolve("file"), "first"));
        });
        assertEquals("first", Files.readString(obtained.resolve("file")));
        assertEquals(List.of("a"), entries());
    }

    @Test
    void whoeverRunsTasksMayRead() throws IOException {
        Path made = cache().obtain("a", directory -> {});
        assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
    }

    @Test
    void whatNobodyUsedForLongGoesWhenSomethingIsMade() throws IOException {
        Path old = cache().obtain("old", directory -> Files.writeString(directory.resolve("file"), ""));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        Path used = cache().obtain("used", directory -> {});
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(used));
    }

    @Test
    void itIsInTheHomeOfTheUserExceptForRootAndThoseWithoutAHomeThatCellsSee() {
        Optional<Path> home = Optional.of(Path.of("/home/ann"));
        assertEquals(Path.of("/var/cache/asyfleet"), CacheDirectory.defaultPath(0, home));
        assertEquals(Path.of("/home/ann/.cache/asyfleet"), CacheDirectory.defaultPath(1000, home));
        assertEquals(Path.of("/var/tmp/asyfleet-1000"), CacheDirectory.defaultPath(1000, Optional.empty()));
        assertEquals(Path.of("/var/tmp/asyfleet-1000"), CacheDirectory.defaultPath(1000, Optional.of(Path.of("/tmp"))));
    }

    @Test
    void aDirectoryThatAllMayWriteToIsRefused() throws IOException {
        Path open = Files.createDirectory(base.resolve("cache"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThrows(IOException.class, () -> cache().obtain("a", directory -> {}));
    }
}
