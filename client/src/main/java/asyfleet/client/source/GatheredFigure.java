package asyfleet.client.source;

import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All files of a figure, read.
 *
 * @param paths where each file of the task came from, by its name in the task
 * @param missing files that it names and that are not there
 */
public record GatheredFigure(TaskSources sources, Map<String, Path> paths, List<AbsentFile> missing) {

    public GatheredFigure {
        paths = Map.copyOf(paths);
        missing = List.copyOf(missing);
    }

    /** The file that the task knows by that name; without a name, or with another one, the figure itself. */
    public Path pathOf(String name) {
        return Optional.ofNullable(name).map(paths::get).orElseGet(() -> paths.get(sources.main()));
    }

    /** A line of one of its files, from 1. */
    public Optional<String> line(String name, int number) {
        byte[] contents = sources.files().get(sources.files().containsKey(name) ? name : sources.main());
        return new String(contents, StandardCharsets.UTF_8)
                .lines()
                .skip(number - 1L)
                .findFirst();
    }

    /** A text that is the same for equal figures only. */
    public String digest() {
        StringBuilder all = new StringBuilder();
        sources.files().forEach((name, contents) -> all.append(name)
                .append('=')
                .append(Sha256.hex(contents))
                .append('\n'));
        return all.toString();
    }
}
