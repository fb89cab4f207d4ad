package asyfleet.client.render.plan;

import asyfleet.protocol.task.Format;
import java.nio.file.Path;

/**
 * The place for the images of a figure.
 *
 * @param directory of the files; null for standard output
 * @param name of the file; without its extension if the images give it
 * @param complete whether the name has its extension
 */
public record ImageTarget(Path directory, String name, boolean complete) {

    static final ImageTarget STANDARD_OUTPUT = new ImageTarget(null, "", true);

    static ImageTarget file(Path file) {
        Path directory = file.getParent() == null ? Path.of("") : file.getParent();
        return new ImageTarget(directory, file.getFileName().toString(), true);
    }

    static ImageTarget named(Path directory, String stem) {
        return new ImageTarget(directory, stem, false);
    }

    boolean isStandardOutput() {
        return directory == null;
    }

    /** @param number from 1; the first image of a format has none in its name */
    Path path(Format format, int number) {
        String full = complete ? name : name + "." + format.wire();
        int dot = full.lastIndexOf('.');
        int end = dot > 0 ? dot : full.length();
        return directory.resolve(number == 1 ? full : full.substring(0, end) + "-" + number + full.substring(end));
    }
}
