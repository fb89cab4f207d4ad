package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A control group of the kernel, version 2: a directory whose files are its settings and figures. */
record ControlGroup(Path path) {

    private static final String PROCESSES = "cgroup.procs";
    private static final String FOR_CHILDREN = "cgroup.subtree_control";

    /** Makes a group below this one, or takes the one that is there. */
    ControlGroup child(String name) throws IOException {
        Path child = path.resolve(name);
        if (!Files.isDirectory(child)) {
            Files.createDirectory(child);
        }
        return new ControlGroup(child);
    }

    /** Makes a group below this one whose name nobody has. */
    ControlGroup newChild(String prefix) throws IOException {
        return new ControlGroup(Files.createTempDirectory(path, prefix));
    }

    boolean has(String file) {
        return Files.exists(path.resolve(file));
    }

    void set(String file, String value) throws IOException {
        Files.writeString(path.resolve(file), value);
    }

    void setIfOffered(String file, String value) throws IOException {
        if (has(file)) {
            set(file, value);
        }
    }

    /** The number in a line such as {@code oom_kill 1}, or in a file that has nothing else; empty if there is none. */
    Optional<Long> number(String file, String name) throws IOException {
        return lines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .filter(value -> value.matches("\\d+"))
                .map(Long::valueOf)
                .findFirst();
    }

    List<String> processes() throws IOException {
        return lines(PROCESSES);
    }

    void take(String process) throws IOException {
        set(PROCESSES, process);
    }

    /** The file that a process writes 0 to, to come in. */
    Path entrance() {
        return path.resolve(PROCESSES);
    }

    /** The kinds of limits that it can have, and that its children can have if they are given them. */
    List<String> controllers() throws IOException {
        return words("cgroup.controllers");
    }

    boolean givesChildren(String controller) throws IOException {
        return words(FOR_CHILDREN).contains(controller);
    }

    /** No harm if they have them already. */
    void giveChildren(List<String> controllers) throws IOException {
        set(FOR_CHILDREN, "+" + String.join(" +", controllers));
    }

    /** Possible when no process and no group is in it. */
    void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    private List<String> words(String file) throws IOException {
        return List.of(String.join(" ", lines(file)).split(" "));
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(path.resolve(file));
    }
}
