package asyfleet.client.render.plan;

import asyfleet.client.command.FileMistake;
import asyfleet.client.source.FigureGatherer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The figures that arguments mean: a file itself; of a directory all {@code .asy} files in and below it that no other of
 * them imports; of a pattern all files that match. Hidden files and directories are left out.
 */
final class FigureSearch {

    private static final Pattern PATTERN_SIGN = Pattern.compile("[*?\\[{]");
    private static final int DEEPEST = 32;
    private static final int MOST = 100_000;

    /** More are not looked at for new figures: a system has a bound for them, too. */
    private static final int MOST_DIRECTORIES = 1000;

    private FigureSearch() {}

    /** Each figure once, in the order of the arguments. */
    static List<FoundSource> find(List<String> arguments) {
        Map<Path, FoundSource> found = new LinkedHashMap<>();
        for (String argument : arguments) {
            expand(argument).forEach(source -> found.putIfAbsent(CanonicalPath.of(source.file()), source));
        }
        return List.copyOf(found.values());
    }

    private static List<FoundSource> expand(String argument) {
        Path path = Path.of(argument);
        if (Files.isDirectory(path)) {
            return figuresBelow(path);
        }
        if (!Files.exists(path) && PATTERN_SIGN.matcher(argument).find()) {
            return matching(argument);
        }
        return List.of(FoundSource.of(path));
    }

    private static List<FoundSource> figuresBelow(Path directory) {
        List<Path> sources = walk(directory, file -> file.toString().endsWith(".asy"));
        Set<Path> modules = new HashSet<>();
        for (Path source : sources) {
            FigureGatherer.modules(text(source)).stream()
                    .map(source::resolveSibling)
                    .filter(module -> !module.equals(source))
                    .forEach(modules::add);
        }
        List<FoundSource> figures = sources.stream()
                .filter(source -> !modules.contains(source))
                .map(source -> FoundSource.below(directory, source))
                .toList();
        if (figures.isEmpty()) {
            throw new PlanMistake(directory + " has no figure; expected .asy files in it");
        }
        return figures;
    }

    /** Where further figures of an argument can appear; for a file itself nowhere. */
    static List<Path> directories(String argument) {
        Path path = Path.of(argument);
        if (Files.isDirectory(path)) {
            return directoriesBelow(path, DEEPEST);
        }
        if (Files.exists(path) || !PATTERN_SIGN.matcher(argument).find()) {
            return List.of();
        }
        String below = argument.substring(slashBefore(argument) + 1);
        int depth = below.contains("**") ? DEEPEST : Path.of(below).getNameCount() - 1;
        return directoriesBelow(Path.of(argument.substring(0, slashBefore(argument) + 1)), depth);
    }

    private static List<Path> directoriesBelow(Path root, int depth) {
        try {
            Path start = root.toRealPath();
            try (Stream<Path> all = Files.walk(start, depth)) {
                return all.filter(path -> Files.isDirectory(path) && !isHidden(start.relativize(path)))
                        .limit(MOST_DIRECTORIES)
                        .toList();
            }
        } catch (IOException | UncheckedIOException gone) {
            return List.of();
        }
    }

    /** The last slash before the first sign of a pattern, or -1. */
    private static int slashBefore(String pattern) {
        int sign = PATTERN_SIGN.splitAsStream(pattern).findFirst().orElse("").length();
        return pattern.lastIndexOf('/', sign);
    }

    private static List<FoundSource> matching(String pattern) {
        int slash = slashBefore(pattern);
        Path root = Path.of(slash < 0 ? "" : pattern.substring(0, slash + 1));
        Path rest = Path.of(slash < 0 ? "." : pattern.substring(0, slash + 1));
        PathMatcher matcher = root.getFileSystem().getPathMatcher("glob:" + pattern.substring(slash + 1));
        List<FoundSource> figures = walk(rest, file -> matcher.matches(rest.relativize(file))).stream()
                .map(file -> new FoundSource(root.resolve(rest.relativize(file)), rest.relativize(file)))
                .toList();
        if (figures.isEmpty()) {
            throw new PlanMistake("no file matches " + pattern);
        }
        return figures;
    }

    /** Goes through a link that was named, and not through those below it, which may lead back. */
    private static List<Path> walk(Path directory, Predicate<Path> wanted) {
        try {
            Path real = directory.toRealPath();
            try (Stream<Path> all = Files.walk(real, DEEPEST)) {
                return all.limit(MOST)
                        .filter(file -> !isHidden(real.relativize(file)))
                        .map(file -> directory.resolve(real.relativize(file)))
                        .filter(wanted)
                        .filter(Files::isRegularFile)
                        .sorted()
                        .toList();
            }
        } catch (IOException e) {
            throw new PlanMistake("cannot look into " + directory + ": " + FileMistake.of(e));
        } catch (UncheckedIOException e) {
            throw new PlanMistake("cannot look into " + directory + ": " + FileMistake.of(e.getCause()));
        }
    }

    private static boolean isHidden(Path relative) {
        for (Path part : relative) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    /** A file that cannot be read imports nothing; it is named when its turn comes. */
    private static String text(Path source) {
        try {
            return new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
