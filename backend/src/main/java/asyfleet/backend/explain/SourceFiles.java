package asyfleet.backend.explain;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The sources of a task in Asymptote, the main file first, split into tokens when somebody asks. Lives for one task. */
final class SourceFiles {

    /** A token and the file that it is in. */
    record Found(String file, Token token) {}

    private final Map<String, byte[]> contents;
    private final Map<String, List<Token>> tokens = new LinkedHashMap<>();

    SourceFiles(Map<String, byte[]> files, Optional<String> main) {
        contents = new LinkedHashMap<>();
        main.ifPresent(name -> contents.put(name, files.get(name)));
        files.forEach((name, bytes) -> {
            if (name.endsWith(".asy")) {
                contents.putIfAbsent(name, bytes);
            }
        });
    }

    Set<String> names() {
        return contents.keySet();
    }

    List<Token> tokens(String file) {
        return tokens.computeIfAbsent(file, name -> TokenReader.of(text(name)));
    }

    private String text(String file) {
        return new String(contents.getOrDefault(file, new byte[0]), StandardCharsets.UTF_8);
    }

    /** The first token of any file that fits. */
    Optional<Found> find(Predicate<Token> fits) {
        return contents.keySet().stream()
                .flatMap(file -> tokens(file).stream().filter(fits).limit(1).map(token -> new Found(file, token)))
                .findFirst();
    }

    /** The column in characters, of one that Asymptote counted in bytes. */
    int column(String file, int line, int byteColumn) {
        byte[] bytes = contents.getOrDefault(file, new byte[0]);
        int start = lineStart(bytes, line);
        int length = Math.max(0, Math.min(byteColumn - 1, bytes.length - start));
        return new String(bytes, start, length, StandardCharsets.UTF_8).length() + 1;
    }

    private static int lineStart(byte[] bytes, int line) {
        int at = 0;
        for (int lines = 1; lines < line && at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                lines++;
            }
        }
        return at;
    }
}
