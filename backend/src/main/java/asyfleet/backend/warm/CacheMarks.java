package asyfleet.backend.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Marks that are kept beside what the warm start keeps: each is there or not. Only we and root can make one. */
public final class CacheMarks {

    private final CacheDirectory cache;

    public CacheMarks(Path cache) {
        this.cache = new CacheDirectory(cache);
    }

    /** Whether it is there. One in a directory that others can write to is not. */
    public boolean has(String name) {
        try {
            return Files.isDirectory(cache.path().resolve(name)) && cache.isOurs();
        } catch (IOException e) {
            return false;
        }
    }

    public void put(String name) throws IOException {
        cache.obtain(name, empty -> {});
    }

    public void remove(String name) throws IOException {
        Files.deleteIfExists(cache.path().resolve(name));
    }
}
