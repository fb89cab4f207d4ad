package asyfleet.client.render.plan;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A figure that the command line names.
 *
 * @param relative its path below the directory or pattern that named it; the same below {@code -o DIR/}
 */
record FoundSource(Path file, Path relative) {

    static FoundSource of(Path file) {
        return new FoundSource(file, file.getFileName());
    }

    static FoundSource below(Path directory, Path file) {
        return new FoundSource(file, directory.relativize(file));
    }

    boolean isStandardInput() {
        return file.equals(Figure.STANDARD_INPUT);
    }

    Path directory() {
        return Optional.ofNullable(file.getParent()).orElse(Path.of(""));
    }

    Path relativeDirectory() {
        return Optional.ofNullable(relative.getParent()).orElse(Path.of(""));
    }

    /** The name of its images, without the extension. */
    String stem() {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return isStandardInput() ? "figure" : dot > 0 ? name.substring(0, dot) : name;
    }
}
