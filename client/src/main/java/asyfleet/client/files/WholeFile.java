package asyfleet.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A file that is replaced as a whole, so that nobody sees half of it. */
public final class WholeFile {

    private WholeFile() {}

    /** Makes its directory if there is none. A device or a pipe stays what it is. */
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
