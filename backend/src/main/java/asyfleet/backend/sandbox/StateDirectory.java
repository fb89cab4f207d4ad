package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * A directory of this process alone, for what must be a file. Its name is lost when the process crashes, so whoever comes
 * next under the same base removes it: each is marked as alive by a lock that the kernel lets go when its process ends.
 */
public final class StateDirectory implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final String PRIVATE = "rwx------";

    /**
     * Those of this JVM, guarded by the class. They must never be opened by a sweep: POSIX drops a process's lock when
     * the process closes any descriptor of the file.
     */
    private static final Set<Path> ours = new HashSet<>();

    private final Path path;
    private final FileChannel lock;

    private StateDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Where it is unless somebody says otherwise. */
    public static Path defaultBase() {
        return Path.of(System.getProperty("java.io.tmpdir"), "asyfleet-" + System.getProperty("user.name"));
    }

    /**
     * Removes what dead processes left under the base and makes a directory there for this one.
     *
     * @throws IOException also if the base belongs to somebody else or is open to others
     */
    public static synchronized StateDirectory create(Path base) throws IOException {
        Path real = makePrivate(base);
        try (FileChannel gate = openLock(real);
                FileLock held = gate.lock()) {
            assert held.isValid();
            sweep(real);
            Path path = Files.createTempDirectory(real, "run-");
            FileChannel lock = openLock(path);
            lock.lock();
            ours.add(path);
            return new StateDirectory(path, lock);
        }
    }

    public Path path() {
        return path;
    }

    /** Deletes a directory and what is in it; links are deleted, not followed. */
    static void delete(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() throws IOException {
        synchronized (StateDirectory.class) {
            // Deleted before the lock goes, or a sweep of another process would delete it at the same time.
            delete(path);
            lock.close();
            ours.remove(path);
        }
    }

    private static Path makePrivate(Path base) throws IOException {
        Files.createDirectories(base.toAbsolutePath().getParent());
        if (!Files.exists(base, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        }
        String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(base));
        String owner = Files.getOwner(base, LinkOption.NOFOLLOW_LINKS).getName();
        String we = System.getProperty("user.name");
        if (Files.isSymbolicLink(base) || !permissions.equals(PRIVATE) || !owner.equals(we)) {
            throw new IOException(base + " is " + permissions + " and owned by " + owner
                    + ", expected a directory that is " + PRIVATE + " and owned by " + we);
        }
        return base.toRealPath();
    }

    private static void sweep(Path base) throws IOException {
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(base, "run-*")) {
            for (Path sibling : siblings) {
                if (!ours.contains(sibling) && isDead(sibling)) {
                    delete(sibling);
                }
            }
        }
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
