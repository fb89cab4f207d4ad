package asyfleet.backend.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A cell's directory, held open by a descriptor, so that every name in it is looked up in that very directory and
 * nowhere else, and what it holds stays readable when the mount namespace that it lived in is gone.
 *
 * <p>What a task leaves here is not trusted: no link is followed, nothing but regular files is opened, nothing is read
 * beyond a bound. What cannot be read counts as absent: the task made it so. Only a want of descriptors is ours, and a
 * look that fails by it throws {@link UncheckedIOException}.
 *
 * <p>Reading may block for as long as the task likes: it can turn a file into a named pipe between the look and the
 * opening, or hold a lease on it. (The system call filter refuses both, but there are cells without one.) So running
 * tasks are read only by threads that can be given up, and {@link #close} never waits for a reader.
 */
public final class WorkDirectory implements Closeable {

    /** A regular file in the directory. */
    public record Entry(String name, long size, FileTime modified) {}

    private static final int PAGE = 4096;

    /** No task can bring these about, in the words of the C library. */
    private static final Set<String> OUR_REASONS = Set.of("Too many open files", "Bad file descriptor");

    private final SecureDirectoryStream<Path> directory;

    /** Guarded by this: the stream's own {@code close} waits for its readers, so the last reader calls it instead. */
    private int readers;

    private boolean closed;

    private WorkDirectory(SecureDirectoryStream<Path> directory) {
        this.directory = directory;
    }

    static WorkDirectory open(Path path) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(path);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new WorkDirectory(secure);
        }
        stream.close();
        throw new IOException(path + " cannot be held open as a directory, expected one on Linux");
    }

    /** Makes a new file that the task may read and change. */
    public void write(String name, byte[] contents) throws IOException {
        Path file = plain(name);
        writeNew(file, contents);
        // The task may run as another user than we do.
        directory
                .getFileAttributeView(file, PosixFileAttributeView.class, NOFOLLOW_LINKS)
                .setPermissions(PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    private void writeNew(Path file, byte[] contents) throws IOException {
        try (SeekableByteChannel channel = directory.newByteChannel(file, Set.of(WRITE, CREATE_NEW, NOFOLLOW_LINKS))) {
            ByteBuffer left = ByteBuffer.wrap(contents);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }
    }

    /** The regular file of that name. */
    public Optional<Entry> find(String name) {
        return reading(() -> entry(plain(name)));
    }

    /** The regular files, not those in directories below; at most {@code max} names are looked at. */
    public List<Entry> list(int max) {
        return reading(() -> Optional.of(entries(max))).orElse(List.of());
    }

    /** The contents of a regular file; empty if there is none of that name, or it holds more than {@code max} bytes. */
    public Optional<byte[]> read(String name, long max) {
        return reading(() -> contents(plain(name), max));
    }

    private Optional<Entry> entry(Path name) throws IOException {
        BasicFileAttributes attributes = directory
                .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
                .readAttributes();
        return attributes.isRegularFile()
                ? Optional.of(new Entry(name.toString(), attributes.size(), attributes.lastModifiedTime()))
                : Optional.empty();
    }

    private List<Entry> entries(int max) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> names = directory.newDirectoryStream(Path.of("."), NOFOLLOW_LINKS)) {
            int seen = 0;
            for (Path name : names) {
                if (++seen > max) {
                    break;
                }
                reading(() -> entry(name.getFileName())).ifPresent(entries::add);
            }
        }
        return entries;
    }

    private Optional<byte[]> contents(Path name, long max) throws IOException {
        Optional<Entry> entry = entry(name);
        if (entry.isEmpty() || entry.get().size() > max) {
            return Optional.empty();
        }
        try (SeekableByteChannel channel = directory.newByteChannel(name, Set.of(READ, NOFOLLOW_LINKS))) {
            // As long as it was when we looked: a file that grows meanwhile is cut, and looked at again by who cares.
            ByteBuffer contents =
                    ByteBuffer.allocate(Math.toIntExact(entry.get().size()));
            while (contents.hasRemaining() && channel.read(contents) >= 0) {}
            return contents.hasRemaining() ? Optional.empty() : Optional.of(contents.array());
        }
    }

    /** A look at what a task made. */
    private interface Look<T> {
        Optional<T> get() throws IOException;
    }

    private <T> Optional<T> reading(Look<T> look) {
        if (!enter()) {
            return Optional.empty();
        }
        try {
            return look.get();
        } catch (IOException unreadable) {
            requireDescriptors(unreadable);
            return Optional.empty();
        } catch (DirectoryIteratorException unreadable) {
            requireDescriptors(unreadable.getCause());
            return Optional.empty();
        } catch (InvalidPathException unreadable) {
            return Optional.empty();
        } finally {
            leave();
        }
    }

    private static void requireDescriptors(IOException failure) {
        if (isOurs(failure)) {
            throw new UncheckedIOException(failure);
        }
    }

    /** In another language the reason has other words; then a file that can always be opened tells. */
    static boolean isOurs(IOException failure) {
        boolean known = failure instanceof FileSystemException file
                && file.getReason() != null
                && OUR_REASONS.contains(file.getReason());
        return known || !canOpenFiles();
    }

    private static boolean canOpenFiles() {
        try (InputStream any = Files.newInputStream(Path.of("/dev/null"))) {
            return true;
        } catch (IOException none) {
            return false;
        }
    }

    private synchronized boolean enter() {
        if (!closed) {
            readers++;
        }
        return !closed;
    }

    private synchronized void leave() {
        readers--;
        closeIfUnused();
    }

    /** Whether another file of one page would not fit. To be asked when nothing runs in the cell any more. */
    public boolean isFull() {
        // A name that the task cannot have taken.
        Path probe = Path.of("probe-" + UUID.randomUUID());
        try {
            writeNew(probe, new byte[PAGE]);
            return false;
        } catch (AccessDeniedException | NoSuchFileException | FileAlreadyExistsException notForWantOfRoom) {
            return false;
        } catch (IOException noRoom) {
            requireDescriptors(noRoom);
            return true;
        } finally {
            delete(probe);
        }
    }

    private void delete(Path probe) {
        try {
            directory.deleteFile(probe);
        } catch (IOException none) {
            // It was not made, then.
        }
    }

    /** Returns at once. While a reader is stuck in the directory, it stays open. */
    @Override
    public synchronized void close() {
        closed = true;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (closed && readers == 0) {
            try {
                directory.close();
            } catch (IOException e) {
                // Nothing was written through it that could be lost.
            }
        }
    }

    private static Path plain(String name) {
        Path path = Path.of(name);
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("file name '" + name + "', expected one without directories");
        }
        return path;
    }
}
