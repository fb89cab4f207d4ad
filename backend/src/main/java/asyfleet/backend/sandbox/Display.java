package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The X server that a task in three dimensions has beside it in its cell, as far as the machine has one. */
public final class Display {

    /** The environment of programs that draw on it. Few threads, since the other cells have the same processors. */
    static final Map<String, String> ENVIRONMENT = Map.of(
            "DISPLAY", ":0",
            "LIBGL_ALWAYS_SOFTWARE", "1",
            "LP_NUM_THREADS", "2");

    private static final Path SERVER = Path.of("/usr/bin/Xvfb");
    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final String SOFTWARE_DRIVER = "dri/swrast_dri.so";

    private Display() {}

    /** Whether it is installed, with a driver that draws by software. */
    public static boolean isInstalled() {
        return Files.isExecutable(SERVER) && hasDriver();
    }

    /** It is in the directory of the processor. */
    private static boolean hasDriver() {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(LIBRARIES)) {
            for (Path directory : directories) {
                if (Files.exists(directory.resolve(SOFTWARE_DRIVER))) {
                    return true;
                }
            }
        } catch (IOException unreadable) {
            return false;
        }
        return Files.exists(LIBRARIES.resolve(SOFTWARE_DRIVER));
    }
}
