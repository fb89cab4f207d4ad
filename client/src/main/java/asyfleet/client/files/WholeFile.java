package asyfleet.client.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Reads and writes whole files. */
public final class WholeFile {

    private WholeFile() {}

    /** The contents of a file, up to so many bytes. The JDK does not say which file is a directory. */
    public static byte[] read(Path file, int most) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory; expected a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(most);
        }
    }

    /**
     * Replaces it as a whole, so that nobody sees half of it. Makes its directory if there is none. A device or a pipe
     * stays what it is.
     */
    public static void write(Path path, byte[] contents) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            Files.write(path, contents);
            return;
        }
        Path file = Files.isSymbolicLink(path) ? path.toRealPath() : path;
        if (file.getParent() != null && !Files.isDirectory(file.getParent())) {
            Files.createDirectories(file.getParent());
        }
        Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            Files.write(draft, contents, StandardOpenOption.CREATE_NEW);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
