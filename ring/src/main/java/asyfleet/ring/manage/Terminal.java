package asyfleet.ring.manage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The terminal of the user, if there is one. */
final class Terminal {

    static final int USUAL_WIDTH = 80;

    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    /** Java knows only of standard input and output, and of these only together. */
    static boolean isStandardError() {
        try {
            return isTerminal(Files.readSymbolicLink(STANDARD_ERROR));
        } catch (IOException notLinux) {
            return System.console() != null;
        }
    }

    static boolean isTerminal(Path device) {
        return device.toString().matches("/dev/(pts/[0-9]+|tty.*|console)");
    }

    static int width(Map<String, String> environment) {
        String columns = environment.getOrDefault("COLUMNS", "");
        return columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : USUAL_WIDTH;
    }
}
