package asyfleet.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checkout under test. Both builds pass its root as {@code asyfleet.root}. */
public final class Repository {

    private Repository() {}

    public static Path root() {
        String given = System.getProperty("asyfleet.root");
        return given != null ? Path.of(given) : rootAbove(Path.of("").toAbsolutePath());
    }

    /** For a test that an IDE started: the nearest directory above that holds the launcher. */
    private static Path rootAbove(Path directory) {
        if (Files.exists(directory.resolve("asyfleet")) && Files.exists(directory.resolve("pom.xml"))) {
            return directory;
        }
        if (directory.getParent() == null) {
            throw new IllegalStateException("no checkout of Asyfleet above the working directory; set -Dasyfleet.root");
        }
        return rootAbove(directory.getParent());
    }

    /** The files below a directory of the checkout whose name has this ending; none if there is no such directory. */
    public static List<Path> files(Path directory, String ending) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(path -> path.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
