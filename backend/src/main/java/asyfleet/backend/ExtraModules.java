package asyfleet.backend;

import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxExtras.Mount;
import asyfleet.config.StartFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A directory of modules that every task may import beside those of Asymptote itself. Tasks cannot change it.
 *
 * @param directory empty if there is none
 */
public record ExtraModules(Optional<Path> directory) {

    public static final ExtraModules NONE = new ExtraModules(Optional.empty());

    /** A path that no machine has, so that the directory may be anywhere outside, also where cells have their own. */
    private static final String INSIDE = "/asyfleet/modules";

    /** Where Asymptote looks after the directory of the task and before its own. */
    private static final String VARIABLE = "ASYMPTOTE_DIR";

    /** @throws StartFailure if there is no such directory, or if cells could not have it */
    void requireUsable(SandboxMode mode) {
        directory
                .filter(path -> !Files.isDirectory(path) || !Files.isReadable(path))
                .ifPresent(path -> {
                    throw new StartFailure("--modules is " + path + "; expected a directory that can be read");
                });
        directory
                .filter(path -> mode == SandboxMode.BWRAP && absolute(path).startsWith(SandboxExtras.HIDDEN))
                .ifPresent(path -> {
                    throw new StartFailure("--modules is " + path + "; expected a directory that is not below /tmp");
                });
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** Adds the directories and variables by which tasks find the modules. */
    SandboxExtras addTo(SandboxExtras extras, SandboxMode mode) {
        return directory
                .map(ExtraModules::absolute)
                .map(path -> switch (mode) {
                    case BWRAP -> extras.with(new Mount(path, INSIDE)).with(VARIABLE, INSIDE);
                    case NONE -> extras.with(VARIABLE, path.toString());
                })
                .orElse(extras);
    }

    List<Path> directories() {
        return directory.stream().toList();
    }
}
