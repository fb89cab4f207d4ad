package asyfleet.backend.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The scripts of ours that stand before programs of the tool chain in every task: they change what Asymptote asks of
 * these where it has no option for what a task wants. Each says itself what it is for.
 */
final class TaskTools {

    /** Where they are in a cell. TaskPrograms, which knows the arguments that they make, says the same. */
    static final String INSIDE = "/asyfleet/tools";

    /** In the order of their descriptors. */
    private static final List<String> NAMES = List.of("gs", "dvisvgm", "png.ps", "with-display");

    /** From here on is a descriptor for each, up to 9, which is the filter's. */
    private static final int FIRST_DESCRIPTOR = 5;

    private static final String DIRECTORY = "tools";

    private TaskTools() {}

    /** Writes them into a directory of the process, of which there may be several sandboxes. */
    static Path write(StateDirectory state) throws IOException {
        Path directory = Files.createDirectories(state.path().resolve(DIRECTORY));
        for (String name : NAMES) {
            try (InputStream source = TaskTools.class.getResourceAsStream(DIRECTORY + "/" + name)) {
                Files.copy(source, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.setPosixFilePermissions(directory.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return directory;
    }

    /** Has a shell open them, the directory being an argument of it. */
    static String redirections(String argument) {
        StringBuilder redirections = new StringBuilder();
        for (int i = 0; i < NAMES.size(); i++) {
            redirections
                    .append(' ')
                    .append(FIRST_DESCRIPTOR + i)
                    .append("<\"")
                    .append(argument)
                    .append('/');
            redirections.append(NAMES.get(i)).append('"');
        }
        return redirections.toString();
    }

    /** Has bubblewrap put what was opened into a cell. */
    static List<String> mounts() {
        List<String> options = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            String descriptor = Integer.toString(FIRST_DESCRIPTOR + i);
            options.addAll(List.of("--perms", "0755", "--ro-bind-data", descriptor, INSIDE + "/" + NAMES.get(i)));
        }
        return options;
    }
}
