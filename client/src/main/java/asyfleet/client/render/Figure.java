package asyfleet.client.render;

import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One file to render, and where its images go.
 *
 * @param companions files that it may include
 * @param target a file, or a directory for images under the figure's own name
 */
record Figure(Path file, List<Path> companions, Path target) {

    String name() {
        return file.getFileName().toString();
    }

    /** The file that the task knows by that name, which may be null: where an editor finds it. */
    Path pathOf(String taskName) {
        return companions.stream()
                .filter(companion -> !name().equals(taskName)
                        && companion.getFileName().toString().equals(taskName))
                .findFirst()
                .orElse(file);
    }

    TaskSources read() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(name(), Files.readAllBytes(file));
        for (Path companion : companions) {
            files.putIfAbsent(companion.getFileName().toString(), Files.readAllBytes(companion));
        }
        return new TaskSources(files, name());
    }

    /** Writes the images, the second and later ones of a format with their number, and returns where they are. */
    List<Path> write(List<Image> images) throws IOException {
        List<Path> written = new ArrayList<>();
        Map<Format, Integer> numbers = new EnumMap<>(Format.class);
        for (Image image : images) {
            Path path = numbered(pathFor(image), numbers.merge(image.format(), 1, Integer::sum));
            Files.write(path, image.contents());
            written.add(path);
        }
        return written;
    }

    private Path pathFor(Image image) {
        return Files.isDirectory(target)
                ? target.resolve(stem(name()) + "." + image.format().wire())
                : target;
    }

    private static Path numbered(Path path, int number) {
        if (number == 1) {
            return path;
        }
        String name = path.getFileName().toString();
        String stem = stem(name);
        return path.resolveSibling(stem + "-" + number + name.substring(stem.length()));
    }

    private static String stem(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
