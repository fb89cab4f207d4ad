package asyfleet.backend.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The owner of files and processes, by number: in a container, a user need not have a name. */
public final class Account {

    private static final int ROOT = 0;

    private Account() {}

    /** Whom this process belongs to. */
    public static int ours() {
        try {
            return owner(Path.of("/proc/self/status"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find out who we are", e);
        }
    }

    public static boolean weAreRoot() {
        return ours() == ROOT;
    }

    public static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }
}
