package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a process and all its descendants from {@code /proc}. A process that lost its parent hangs under the first
 * process of its PID namespace, so a walk from there misses nobody; a process that ends during the walk is left out.
 */
final class ProcessTree {

    private static final Path PROC = Path.of("/proc");

    private ProcessTree() {}

    static Usage usage(long root) {
        List<Usage.Running> found = new ArrayList<>();
        ArrayDeque<Long> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            long pid = open.remove();
            try {
                found.add(read(pid));
                open.addAll(children(pid));
            } catch (IOException gone) {
                // It ended while we looked.
            }
        }
        return new Usage(found);
    }

    /** The processes that any thread of this one started. */
    static List<Long> children(long pid) throws IOException {
        List<Long> children = new ArrayList<>();
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(process(pid).resolve("task"))) {
            for (Path thread : threads) {
                for (String child : text(thread.resolve("children")).split(" ")) {
                    if (!child.isEmpty()) {
                        children.add(Long.parseLong(child));
                    }
                }
            }
        }
        return children;
    }

    private static Usage.Running read(long pid) throws IOException {
        String name = "";
        char state = '?';
        int threads = 1;
        long kibibytes = 0;
        for (String line : text(process(pid).resolve("status")).split("\n")) {
            String[] field = line.split(":\\s+", 2);
            switch (field[0]) {
                case "Name" -> name = field[1];
                case "State" -> state = field[1].charAt(0);
                case "Threads" -> threads = Integer.parseInt(field[1]);
                case "RssAnon", "RssShmem" -> kibibytes += Long.parseLong(field[1].split(" ")[0]);
                default -> {}
            }
        }
        return new Usage.Running(pid, name, state, threads, kibibytes * 1024);
    }

    private static Path process(long pid) {
        return PROC.resolve(Long.toString(pid));
    }

    /** Latin-1, because a process may choose any bytes for its name. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
