package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A reader of a process and all its descendants from {@code /proc}. A process that lost its parent hangs under the first
 * process of its PID namespace, so a walk from there misses nobody; a process that ends during the walk is left out.
 */
final class ProcessTree {

    private static final Path PROC = Path.of("/proc");

    private static final char DEAD = 'Z';

    private ProcessTree() {}

    static List<Usage.Running> processes(long root) {
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
        return found;
    }

    /** The processes that any thread of this one started. */
    static List<Long> children(long pid) throws IOException {
        List<Long> children = new ArrayList<>();
        for (String list : ofThreads(pid, "children")) {
            for (String child : list.split(" ")) {
                if (!child.isEmpty()) {
                    children.add(Long.parseLong(child));
                }
            }
        }
        return children;
    }

    /**
     * A process whose first thread has ended looks as if it had no memory, but its other threads have it all, each the
     * same.
     */
    private static Usage.Running read(long pid) throws IOException {
        Usage.Running process = parse(pid, text(process(pid).resolve("status")));
        if (process.state() != DEAD || process.threads() == 1) {
            return process;
        }
        long bytes = 0;
        for (String status : ofThreads(pid, "status")) {
            bytes = Math.max(bytes, parse(pid, status).residentBytes());
        }
        return new Usage.Running(pid, process.name(), process.state(), process.threads(), bytes);
    }

    /** A thread that ends while we look is left out. It must not hide the others. */
    private static List<String> ofThreads(long pid, String file) throws IOException {
        List<String> texts = new ArrayList<>();
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(process(pid).resolve("task"))) {
            for (Path thread : threads) {
                try {
                    texts.add(text(thread.resolve(file)));
                } catch (IOException gone) {
                    // It ended while we looked.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return texts;
    }

    private static Usage.Running parse(long pid, String status) {
        String name = "";
        char state = '?';
        int threads = 1;
        long kibibytes = 0;
        for (String line : status.split("\n")) {
            String[] field = line.split(":\\s+", 2);
            switch (field[0]) {
                case "Name" -> name = field[1];
                case "State" -> state = field[1].charAt(0);
                case "Threads" -> threads = Integer.parseInt(field[1]);
                case "RssAnon", "RssShmem", "VmSwap", "VmPTE" -> kibibytes += Long.parseLong(field[1].split(" ")[0]);
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
