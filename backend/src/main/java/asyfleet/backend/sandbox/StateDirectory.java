package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A directory of this process alone, for what must be a file. Its name is lost when the process crashes, so whoever comes
 * next under the same base removes it: each is marked as alive by a lock that the kernel lets go when its process ends.
 */
public final class StateDirectory implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The first part of the names of notes, each of which names a directory outside. */
    private static final String OUTSIDE = "outside-";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /**
     * Those of this JVM, guarded by the class. They must never be opened by a sweep: POSIX drops a process's lock when
     * the process closes any descriptor of the file.
     */
    private static final Set<Path> ours = new HashSet<>();

    private final Path path;
    private final FileChannel lock;
    private final OptionalInt cellUser;

    private StateDirectory(Path path, FileChannel lock, OptionalInt cellUser) {
        this.path = path;
        this.lock = lock;
        this.cellUser = cellUser;
    }

    /** Where it is unless somebody says otherwise. */
    public static Path defaultBase() {
        return Path.of(System.getProperty("java.io.tmpdir"), "asyfleet-" + Account.ours());
    }

    /**
     * Removes what dead processes left under the base and makes a directory there for this one. The last to close removes
     * the base as well.
     *
     * @throws IOException also if the base belongs to somebody else or is open to others
     */
    public static synchronized StateDirectory create(Path base) throws IOException {
        try (BaseGate gate = BaseGate.enter(base)) {
            sweep(gate.base());
            Path path = Files.createTempDirectory(gate.base(), "run-");
            FileChannel lock = openLock(path);
            lock.lock();
            ours.add(path);
            return new StateDirectory(path, lock, cellUser(gate.base(), path));
        }
    }

    /** Under the gate, or two processes would choose the same. */
    private static OptionalInt cellUser(Path base, Path path) throws IOException {
        return Account.weAreRoot() ? OptionalInt.of(CellUsers.claim(base, path)) : OptionalInt.empty();
    }

    public Path path() {
        return path;
    }

    /**
     * Makes a directory in the temporary directory, for what others must be able to reach. It is removed with this one,
     * also by whoever sweeps after a crash: its name is noted here before it exists.
     */
    public Path createOutside(String prefix) throws IOException {
        Path outside = Path.of(System.getProperty("java.io.tmpdir"), prefix + Long.toUnsignedString(RANDOM.nextLong()))
                .toAbsolutePath();
        Files.writeString(path.resolve(OUTSIDE + outside.getFileName()), outside.toString());
        return Files.createDirectory(outside, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }

    /** Whom the cells of this process belong to; empty if they are ours, because we are not root. */
    OptionalInt cellUser() {
        return cellUser;
    }

    /**
     * Deletes a directory and what is in it, also where a task forbade it; links are deleted, not followed. Others may
     * delete in it at the same time.
     */
    static void delete(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                unlock(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                if (!unlock(file)) {
                    throw failure;
                }
                delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** True if it is a directory that we could not use, and now can. */
    private static boolean unlock(Path directory) throws IOException {
        try {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    || Files.getPosixFilePermissions(directory).containsAll(OWNER_ONLY)) {
                return false;
            }
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
            return true;
        } catch (NoSuchFileException goneMeanwhile) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (StateDirectory.class) {
            // Under the gate: the sweep of another process must not meet a directory that is half gone.
            try (BaseGate gate = BaseGate.enter(path.getParent())) {
                deleteRun(path);
                lock.close();
                ours.remove(path);
                gate.removeIfEmpty();
            }
        }
    }

    private static void sweep(Path base) throws IOException {
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(base, "run-*")) {
            for (Path sibling : siblings) {
                if (!ours.contains(sibling) && isDead(sibling)) {
                    deleteRun(sibling);
                }
            }
        }
    }

    /** First what is outside: as long as its note is there, it is found. */
    private static void deleteRun(Path run) throws IOException {
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(run, OUTSIDE + "*")) {
            for (Path note : notes) {
                Path outside = Path.of(Files.readString(note));
                if (Files.isDirectory(outside, LinkOption.NOFOLLOW_LINKS)) {
                    delete(outside);
                }
            }
        }
        delete(run);
    }

    private static boolean isDead(Path sibling) throws IOException {
        try (FileChannel channel = openLock(sibling);
                FileLock held = channel.tryLock()) {
            return held != null;
        }
    }

    private static FileChannel openLock(Path directory) throws IOException {
        return FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
