package asyfleet.backend.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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

/**
 * A cell's directory, held open by a descriptor, so that every name in it is looked up in that very directory and
 * nowhere else, and what it holds stays readable when the mount namespace that it lived in is gone.
 *
 * <p>What a task leaves here is not trusted: no link is followed, nothing but regular files is opened, nothing is read
 * beyond a bound. (A file cannot turn into a pipe between the look and the opening, which would block for ever: the
 * system call filter lets no task make pipes that have names.)
 */
public final class WorkDirectory implements Closeable {

    /** A regular file in the directory. */
    public record Entry(String name, long size, FileTime modified) {}

    private static final String PROBE = ".probe";
    private static final int PAGE = 4096;

    private final SecureDirectoryStream<Path> directory;

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
        try (SeekableByteChannel channel = directory.newByteChannel(file, Set.of(WRITE, CREATE_NEW, NOFOLLOW_LINKS))) {
            ByteBuffer left = ByteBuffer.wrap(contents);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }
        // The task may run as another user than we do.
        directory
                .getFileAttributeView(file, PosixFileAttributeView.class, NOFOLLOW_LINKS)
                .setPermissions(PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    /** The regular file of that name. */
    public Optional<Entry> find(String name) throws IOException {
        try {
            BasicFileAttributes attributes = directory
                    .getFileAttributeView(plain(name), BasicFileAttributeView.class, NOFOLLOW_LINKS)
                    .readAttributes();
            return attributes.isRegularFile()
                    ? Optional.of(new Entry(name, attributes.size(), attributes.lastModifiedTime()))
                    : Optional.empty();
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /** The regular files, not those in directories below; at most {@code max} names are looked at. */
    public List<Entry> list(int max) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> names = directory.newDirectoryStream(Path.of("."), NOFOLLOW_LINKS)) {
            int seen = 0;
            for (Path name : names) {
                if (++seen > max) {
                    break;
                }
                find(name.getFileName().toString()).ifPresent(entries::add);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return entries;
    }

    /** What a regular file holds; empty if there is none of that name, or it holds more than {@code max} bytes. */
    public Optional<byte[]> read(String name, long max) throws IOException {
        Optional<Entry> entry = find(name);
        if (entry.isEmpty() || entry.get().size() > max) {
            return Optional.empty();
        }
        try (SeekableByteChannel channel = directory.newByteChannel(plain(name), Set.of(READ, NOFOLLOW_LINKS))) {
            // As long as it was when we looked: a file that grows meanwhile is cut, and looked at again by who cares.
            ByteBuffer contents =
                    ByteBuffer.allocate(Math.toIntExact(entry.get().size()));
            while (contents.hasRemaining() && channel.read(contents) >= 0) {}
            return contents.hasRemaining() ? Optional.empty() : Optional.of(contents.array());
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /** Whether another file of one page would not fit. */
    public boolean isFull() {
        try {
            write(PROBE, new byte[PAGE]);
            return false;
        } catch (IOException noRoom) {
            return true;
        } finally {
            deleteProbe();
        }
    }

    private void deleteProbe() {
        try {
            directory.deleteFile(Path.of(PROBE));
        } catch (IOException none) {
            // It was not made, then.
        }
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }

    private static Path plain(String name) {
        Path path = Path.of(name);
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("file name '" + name + "', expected one without directories");
        }
        return path;
    }
}
