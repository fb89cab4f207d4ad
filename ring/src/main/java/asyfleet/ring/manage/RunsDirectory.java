package asyfleet.ring.manage;

import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import asyfleet.ring.protocol.ManagerMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory that holds jobs: the files below a directory whose extension says so, by their path without it. Links
 * are not followed, and what begins with a dot is left alone.
 */
final class RunsDirectory {

    /** Separates a job's name from the number of an image, see {@link OutputsDirectory}. */
    static final char IMAGE_MARK = '~';

    /** The character that Java puts in place of bytes that are no letters in the user's locale. */
    private static final char UNREADABLE = '\uFFFD';

    private static final Pattern NUMBERED = Pattern.compile("(.+)" + IMAGE_MARK + "[0-9]+");
    private static final Pattern RESULT = Pattern.compile(
            "(.+)\\.(res|" + Arrays.stream(Format.values()).map(Format::wire).collect(Collectors.joining("|")) + ")");

    private final Path root;
    private final Set<String> types;
    private final int mostBytes;

    /**
     * @param types extensions with their dots
     * @throws StartFailure if there is no such directory
     */
    RunsDirectory(Path root, Set<String> types, int mostBytes) {
        this.root = directory(root);
        this.types = types;
        this.mostBytes = mostBytes;
    }

    /** Where it really is: links below it are not followed, but it may be one itself. */
    private static Path directory(Path root) {
        if (!Files.isDirectory(root)) {
            throw new StartFailure((Files.exists(root) ? root + " is a file" : "there is no " + root)
                    + "; expected the directory of the jobs, see --runs");
        }
        try {
            return root.toRealPath();
        } catch (IOException e) {
            throw new StartFailure("cannot read " + root + ": " + e, e);
        }
    }

    /**
     * All jobs, in the order of their names.
     *
     * @throws StartFailure if it cannot be read, or a name in it cannot be a job's
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
            throw new StartFailure("cannot read the jobs in " + root + ": " + e, e);
        }
        jobs.values().forEach(job -> checkApart(job, jobs));
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

    /** Checks that no job writes where another one has its results or its image. */
    private static void checkApart(FileJob job, Map<String, FileJob> jobs) {
        Matcher numbered = NUMBERED.matcher(job.name());
        if (numbered.matches() && jobs.containsKey(numbered.group(1))) {
            throw clash(jobs.get(numbered.group(1)), job);
        }
        for (Path above = Path.of(job.name()).getParent(); above != null; above = above.getParent()) {
            Matcher result = RESULT.matcher(above.toString());
            if (result.matches() && jobs.containsKey(result.group(1))) {
                throw clash(jobs.get(result.group(1)), job);
            }
        }
    }

    private static StartFailure clash(FileJob one, FileJob other) {
        return new StartFailure("the results of " + one.file() + " would be where those of " + other.file()
                + " go; rename one of them");
    }

    /** The protocol's own check: a name that it cannot carry is noticed before the first runner is there. */
    static void checkName(Path file, String name, String type) {
        if (name.length() > 255) {
            throw new StartFailure(file + " cannot be a job; expected a name of at most 255 characters");
        }
        if (name.indexOf(UNREADABLE) >= 0) {
            throw new StartFailure(
                    file + " cannot be a job; expected a name in UTF-8, and a locale that knows it (LC_ALL)");
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
