package asyfleet.lab.bench.render;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.TaskOptions;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A directory of figures that may use one another and the data beside them.
 *
 * @param files all of them, by name
 * @param names those to draw
 */
record Examples(Map<String, byte[]> files, List<String> names) {

    /** Of the package asymptote-doc. */
    static final String DEBIAN = "/usr/share/doc/asymptote/examples";

    private static final String FIGURE = ".asy";
    private static final String PACKED = ".gz";

    static Examples in(Path directory, String prefix) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(
                    directory.toString(), null, "no directory of figures; Debian has one in the package asymptote-doc");
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> paths = Files.list(directory)) {
            for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
                String name = path.getFileName().toString();
                boolean packed = name.endsWith(PACKED);
                files.put(packed ? name.substring(0, name.length() - PACKED.length()) : name, read(path, packed));
            }
        }
        List<String> names = files.keySet().stream()
                .filter(name -> name.endsWith(FIGURE) && name.startsWith(prefix))
                .toList();
        return new Examples(files, names);
    }

    /** Debian packs larger files of its documentation. */
    private static byte[] read(Path path, boolean packed) throws IOException {
        try (InputStream plain = new FileInputStream(path.toFile());
                InputStream stream = packed ? new GZIPInputStream(plain) : plain) {
            return stream.readAllBytes();
        }
    }

    /** One of them by itself, by its name without an extension. */
    TimedFigure figure(String name) {
        byte[] source = files.get(name + FIGURE);
        if (source == null) {
            throw new StartFailure("no figure '" + name + FIGURE + "', expected one of the examples");
        }
        return new TimedFigure(name, Format.SVG, new String(source, StandardCharsets.UTF_8));
    }

    /** Under the usual name of a main file, for which a warm backend is prepared. */
    ExecutionRequest request(String name, Duration limit) {
        Map<String, byte[]> all = files.entrySet().stream()
                .filter(file -> !file.getKey().equals(name))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        all.put(TimedFigure.MAIN, files.get(name));
        return new ExecutionRequest(all, Optional.of(TimedFigure.MAIN), TaskOptions.DEFAULT, Optional.of(limit));
    }
}
