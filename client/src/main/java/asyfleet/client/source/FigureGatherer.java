package asyfleet.client.source;

import asyfleet.client.command.FileMistake;
import asyfleet.client.connect.TaskSources;
import asyfleet.client.files.WholeFile;
import asyfleet.protocol.task.TaskLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A reader of a figure with all files that it names: first in its own directory, then in the directories given. A task has
 * no directories, so a file can be sent along only under its plain name. Confined to one thread, and used for one figure.
 */
public final class FigureGatherer {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");
    private static final String MODULE = ".asy";
    private static final List<String> PICTURES = List.of("", ".eps", ".pdf", ".png", ".jpg", ".jpeg", ".svg");
    private static final Set<String> EXTENSIONS = TaskLimits.Files.DEFAULT.extensions();

    /** One more than a task may have: then the server says how many it takes. */
    private static final int MOST_FILES = TaskLimits.Files.DEFAULT.maxFiles() + 1;

    /** The same for the bytes of a file. */
    private static final int MOST_BYTES = TaskLimits.Files.DEFAULT.maxFileBytes() + 1;

    private final List<Path> directories;
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, Path> paths = new LinkedHashMap<>();
    private final List<AbsentFile> missing = new ArrayList<>();
    private final Deque<String> unread = new ArrayDeque<>();

    private FigureGatherer(List<Path> directories) {
        this.directories = directories;
    }

    /** @param given files that go along in any case, and that win over others of their name */
    public static GatheredFigure gather(Path figure, List<Path> given, List<Path> directories) throws IOException {
        Path own = Optional.ofNullable(figure.getParent()).orElse(Path.of(""));
        return gather(figure, read(figure), given, Stream.concat(Stream.of(own), directories.stream()));
    }

    /** The same for a source that is in no file. @param shown what errors call it */
    public static GatheredFigure gather(Path shown, byte[] source, List<Path> given, List<Path> directories)
            throws IOException {
        return gather(shown, source, given, directories.stream());
    }

    private static GatheredFigure gather(Path shown, byte[] source, List<Path> given, Stream<Path> directories)
            throws IOException {
        FigureGatherer gatherer = new FigureGatherer(directories.toList());
        String main = taskName(shown.getFileName().toString(), given);
        gatherer.add(main, shown, source);
        for (Path companion : given) {
            gatherer.add(companion.getFileName().toString(), companion, read(companion));
        }
        gatherer.follow();
        return new GatheredFigure(new TaskSources(gatherer.files, main), gatherer.paths, gatherer.missing);
    }

    /** A name with blanks or umlauts is for people; the fleet takes plain ones. */
    private static String taskName(String name, List<Path> given) {
        if (PLAIN.matcher(name).matches() && name.endsWith(MODULE)) {
            return name;
        }
        boolean taken = given.stream().anyMatch(path -> path.endsWith("main.asy"));
        return taken ? "figure.asy" : "main.asy";
    }

    private void add(String name, Path path, byte[] contents) {
        if (files.putIfAbsent(name, contents) == null) {
            paths.put(name, path);
            unread.add(name);
        }
    }

    private void follow() {
        while (!unread.isEmpty() && files.size() < MOST_FILES) {
            String name = unread.remove();
            if (name.endsWith(MODULE)) {
                for (Reference reference : SourceScanner.scan(new String(files.get(name), StandardCharsets.UTF_8))) {
                    find(reference, paths.get(name));
                }
            }
        }
    }

    private void find(Reference reference, Path source) {
        for (String name : names(reference)) {
            if (files.containsKey(name)) {
                return;
            }
            Optional<Path> file = search(name, Files::isRegularFile);
            if (file.isPresent()) {
                take(name, file.get(), reference, source);
                return;
            }
        }
        if (reference.kind() == Reference.Kind.READ) {
            boolean directory = search(reference.name(), Files::isDirectory).isPresent();
            complain(
                    reference,
                    source,
                    directory
                            ? reference.name() + " is a directory; expected a file"
                            : "there is no file " + reference.name());
        }
    }

    private static List<String> names(Reference reference) {
        String name = reference.name();
        return switch (reference.kind()) {
            case MODULE -> name.endsWith(MODULE) ? List.of(name) : List.of(name + MODULE);
            case READ -> PICTURES.stream().map(name::concat).toList();
            case MENTION -> List.of(name);
        };
    }

    private Optional<Path> search(String name, Predicate<Path> wanted) {
        try {
            return directories.stream()
                    .map(directory -> directory.resolve(name))
                    .filter(wanted)
                    .findFirst();
        } catch (InvalidPathException noName) {
            return Optional.empty();
        }
    }

    /** A file that is only mentioned need not be for the program: if it cannot go along, nothing is said. */
    private void take(String name, Path file, Reference reference, Path source) {
        boolean mentioned = reference.kind() == Reference.Kind.MENTION;
        boolean plain = PLAIN.matcher(name).matches() && EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1));
        if (!plain) {
            if (!mentioned) {
                complain(reference, source, name + " cannot be sent along; expected a plain name without directories");
            }
            return;
        }
        try {
            byte[] contents = read(file);
            if (!mentioned || contents.length < MOST_BYTES) {
                add(name, file, contents);
            }
        } catch (IOException e) {
            if (!mentioned) {
                complain(reference, source, name + " cannot be read: " + FileMistake.of(e));
            }
        }
    }

    private static byte[] read(Path file) throws IOException {
        return WholeFile.read(file, MOST_BYTES);
    }

    private void complain(Reference reference, Path source, String why) {
        missing.add(new AbsentFile(source, reference.line(), reference.column(), why));
    }

    /** The modules that a source names, for whoever wants to know which files are no figures. */
    public static Set<String> modules(String source) {
        return Set.copyOf(SourceScanner.scan(source).stream()
                .filter(reference -> reference.kind() == Reference.Kind.MODULE)
                .map(reference -> names(reference).get(0))
                .toList());
    }
}
