package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Account;
import asyfleet.backend.sandbox.SandboxExtras;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory that keeps what takes seconds to make from one start to the next: directories that are named after all
 * that went into them, complete from the moment that they have their name, and never changed. Several processes may share
 * it.
 *
 * <p>Who runs tasks may be another user than we are, so everything is readable by all; nothing in it is secret.
 */
final class CacheDirectory {

    private static final Duration KEPT_UNUSED = Duration.ofDays(30);
    private static final String UNFINISHED = ".new-";
    private static final int ROOT = 0;

    /** Fills an empty directory. */
    interface Maker {
        void makeIn(Path directory) throws IOException;
    }

    private final Path path;

    CacheDirectory(Path path) {
        this.path = path;
    }

    /**
     * Where it is unless somebody says otherwise. Root's tasks run as another user, who may not look into root's home. A
     * user without a name has no home, or that of the environment, often /tmp, of which cells see nothing.
     */
    static Path defaultPath(int user, Optional<Path> home) {
        if (user == ROOT) {
            return Path.of("/var/cache/asyfleet");
        }
        return home.filter(path -> !path.startsWith(SandboxExtras.HIDDEN))
                .map(path -> path.resolve(".cache/asyfleet"))
                .orElse(Path.of("/var/tmp/asyfleet-" + user));
    }

    Path path() {
        return path;
    }

    /** The directory of that name, made now if it is not there. */
    Path obtain(String name, Maker maker) throws IOException {
        Files.createDirectories(path);
        requireOurs();
        Path wanted = path.resolve(name);
        if (!Files.isDirectory(wanted)) {
            deleteUnused();
            publish(make(maker), wanted);
        }
        Files.setLastModifiedTime(wanted, FileTime.from(Instant.now()));
        return wanted;
    }

    /** Whether only we, or root, can have put there what is in it. */
    boolean isOurs() throws IOException {
        int owner = Account.owner(path.toRealPath());
        return !isOpen() && (owner == Account.ours() || owner == ROOT);
    }

    private boolean isOpen() throws IOException {
        return Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Checks that nobody else may write here: the files run in every task, and some of them before one. */
    private void requireOurs() throws IOException {
        if (!isOurs()) {
            int owner = Account.owner(path.toRealPath());
            boolean open = isOpen();
            throw new IOException(path + " is user " + owner + "'s" + (open ? ", and all may write to it" : "")
                    + ", expected a directory of user " + Account.ours() + " or root that others may not write to");
        }
    }

    private Path make(Maker maker) throws IOException {
        Path unfinished = Files.createTempDirectory(
                path, UNFINISHED, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try {
            maker.makeIn(unfinished);
            return unfinished;
        } catch (IOException | RuntimeException e) {
            delete(unfinished);
            throw e;
        }
    }

    private static void publish(Path made, Path wanted) throws IOException {
        try {
            Files.move(made, wanted, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            delete(made);
            // Another process was faster, and what it made of the same things is as good.
            if (!Files.isDirectory(wanted)) {
                throw e;
            }
        }
    }

    private void deleteUnused() throws IOException {
        Instant limit = Instant.now().minus(KEPT_UNUSED);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (Files.getLastModifiedTime(entry).toInstant().isBefore(limit)) {
                    delete(entry);
                }
            }
        }
    }

    static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
