package asyfleet.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal of the user, if there is one. */
public final class Terminal {

    public static final int USUAL_WIDTH = 80;

    private static final Pattern SIZE = Pattern.compile("[0-9]+ ([1-9][0-9]{1,3})\\s*");
    private static final int PATIENCE_MILLIS = 500;

    private Terminal() {}

    public static boolean isStandardInput() {
        return isDescriptor(0);
    }

    public static boolean isStandardOutput() {
        return isDescriptor(1);
    }

    public static boolean isStandardError() {
        return isDescriptor(2);
    }

    /** Java knows only of standard input and output, and of these only together. */
    private static boolean isDescriptor(int number) {
        try {
            return isTerminal(Files.readSymbolicLink(Path.of("/proc/self/fd/" + number)));
        } catch (IOException notLinux) {
            return System.console() != null;
        }
    }

    static boolean isTerminal(Path device) {
        return device.toString().matches("/dev/(pts/[0-9]+|tty.*|console)");
    }

    /** Whether colours are wanted: see no-color.org. */
    public static boolean hasColours(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    /** The columns that the environment says, else those that the terminal says, else the usual. */
    public static int width(Map<String, String> environment) {
        String columns = environment.getOrDefault("COLUMNS", "");
        return columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : askedWidth();
    }

    private static int askedWidth() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            return ended
                    ? widthIn(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    : USUAL_WIDTH;
        } catch (IOException noTerminal) {
            return USUAL_WIDTH;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL_WIDTH;
        }
    }

    /** @param size rows and columns, as stty prints them */
    static int widthIn(String size) {
        Matcher matcher = SIZE.matcher(size);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : USUAL_WIDTH;
    }
}
