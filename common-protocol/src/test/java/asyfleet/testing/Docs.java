package asyfleet.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pages in {@code docs/}, for tests that hold them against the code. */
public final class Docs {

    private Docs() {}

    public static String read(String page) {
        try {
            return Files.readString(Path.of(System.getProperty("asyfleet.root"), "docs", page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The page as one line, so that a sentence is found wherever it is broken. */
    public static String readUnbroken(String page) {
        return read(page).replaceAll("\\s+", " ");
    }
}
