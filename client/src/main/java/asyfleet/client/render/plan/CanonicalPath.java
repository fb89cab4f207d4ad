package asyfleet.client.render.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one path of a file that may not exist yet, so that two names of it are seen to be the same. */
final class CanonicalPath {

    private CanonicalPath() {}

    static Path of(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            return absolute.getParent() == null
                    ? absolute
                    : absolute.getParent().toRealPath().resolve(absolute.getFileName());
        } catch (IOException notThereYet) {
            return absolute;
        }
    }

    /** The file that is written under this name: that of a link, if there is one. */
    static Path ofWritten(Path path) {
        try {
            return Files.isSymbolicLink(path) ? path.toRealPath() : of(path);
        } catch (IOException broken) {
            return of(path);
        }
    }
}
