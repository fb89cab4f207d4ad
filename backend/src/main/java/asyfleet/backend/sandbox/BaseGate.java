package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The base of all {@link StateDirectory state directories} of a user, held by one process at a time while directories
 * come and go in it. Whoever leaves it empty removes it, lock file and all; so whoever waited for the lock may then hold
 * one on a file that is gone, or that another process has made anew. Hence the look at the file's identity before and
 * after: if it changed, the lock means nothing and is asked for again.
 *
 * <p>Not to be used by two threads of a process at once, which would hold it both.
 */
final class BaseGate implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final String PRIVATE = "rwx------";
    private static final int TRIES = 1000;

    private final Path base;
    private final FileChannel lock;

    private BaseGate(Path base, FileChannel lock) {
        this.base = base;
        this.lock = lock;
    }

    /** Makes the base if there is none, and waits until no other process holds it. */
    static BaseGate enter(Path base) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            try {
                Optional<BaseGate> gate = tryToEnter(makePrivate(base));
                if (gate.isPresent()) {
                    return gate.get();
                }
            } catch (NoSuchFileException | FileAlreadyExistsException e) {
                // Another process removed it, or made it, between two of our steps.
                continue;
            }
        }
        throw new IOException(base + " was made and removed by others " + TRIES + " times while we asked for it");
    }

    private static Optional<BaseGate> tryToEnter(Path base) throws IOException {
        Path file = base.resolve(LOCK);
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        Object before = identity(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try {
            channel.lock();
            if (identity(file).equals(before)) {
                return Optional.of(new BaseGate(base, channel));
            }
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** By the name, because opening the file a second time would drop the lock when that is closed. */
    private static Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    Path base() {
        return base;
    }

    /** Removes the base if nothing but the lock is left in it. */
    void removeIfEmpty() throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(
                base, entry -> !entry.getFileName().toString().equals(LOCK))) {
            if (others.iterator().hasNext()) {
                return;
            }
        }
        // Renamed first: without its lock the base would be anybody's before it is gone.
        Path leaving = base.resolveSibling(
                base.getFileName() + "-leaving-" + ProcessHandle.current().pid());
        Files.move(base, leaving, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(leaving.resolve(LOCK));
        Files.delete(leaving);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static Path makePrivate(Path base) throws IOException {
        Files.createDirectories(base.toAbsolutePath().getParent());
        if (!Files.exists(base, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        }
        String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(base));
        int owner = Account.owner(base);
        int we = Account.ours();
        if (Files.isSymbolicLink(base) || !permissions.equals(PRIVATE) || owner != we) {
            throw new IOException(base + " is " + permissions + " and owned by user " + owner
                    + ", expected a directory that is " + PRIVATE + " and owned by user " + we);
        }
        return base.toRealPath();
    }
}
