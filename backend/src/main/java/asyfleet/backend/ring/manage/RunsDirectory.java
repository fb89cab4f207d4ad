package asyfleet.backend.ring.manage;

import asyfleet.config.StartFailure;
import asyfleet.protocol.ring.ManagerMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds jobs: the files below a directory whose extension says so, by their path without it. Links are not followed, and
 * what begins with a dot is left alone.
 */
final class RunsDirectory {

    /** Separates a job's name from the number of an image, see {@link OutputsDirectory}. */
    static final char IMAGE_MARK = '~';

    private final Path root;
    private final Set<String> types;
    private final int mostBytes;

    /** @param types extensions with their dots */
    RunsDirectory(Path root, Set<String> types, int mostBytes) {
        this.root = root;
        this.types = types;
        this.mostBytes = mostBytes;
    }

    /**
     * All jobs, in the order of their names.
     *
     * @throws StartFailure if there is no such directory, or a name in it cannot be a job's
     */
    List<FileJob> jobs() {
        TreeMap<String, FileJob> jobs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(this::isJob).sorted(Comparator.naturalOrder()).forEach(file -> {
                FileJob job = job(file);
                FileJob twin = jobs.put(job.name(), job);
                if (twin != null) {
                    throw new StartFailure(twin.file() + " and " + file + " have the same name; rename one of them");
                }
            });
        } catch (IOException | UncheckedIOException e) {
            throw new StartFailure("cannot read the jobs in " + root + ": " + e.getMessage(), e);
        }
        return List.copyOf(jobs.values());
    }

    private boolean isJob(Path file) {
        for (Path part : root.relativize(file)) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        return types.contains(extension(file)) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private FileJob job(Path file) {
        String path = root.relativize(file).toString();
        String type = extension(file);
        String name = path.substring(0, path.length() - type.length());
        checkName(file, name, type);
        return new FileJob(name, type, file, mostBytes);
    }

    /** The protocol's own check: a name that it cannot carry is noticed before the first runner is there. */
    private static void checkName(Path file, String name, String type) {
        if (name.indexOf(IMAGE_MARK) >= 0 || name.length() > 255) {
            throw new StartFailure(
                    file + " cannot be a job; expected a name of at most 255 characters, without " + IMAGE_MARK);
        }
        try {
            new ManagerMessage.Job(name, type, 0);
        } catch (IllegalArgumentException e) {
            throw new StartFailure(file + " cannot be a job: " + e.getMessage(), e);
        }
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.lastIndexOf('.') > 0 ? name.substring(name.lastIndexOf('.')) : "";
    }
}
