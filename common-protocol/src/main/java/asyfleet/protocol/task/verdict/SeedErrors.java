package asyfleet.protocol.task.verdict;

/**
 * The error texts that the protocol has always had, letter for letter: clients that exist look for them. What more
 * there is to say goes into the {@link Verdict} beside them.
 */
public final class SeedErrors {

    public static final String NO_IMAGE = "No image output";

    private SeedErrors() {}

    public static String timeLimit(long millis) {
        return "Execution aborted due to the time limit (" + millis + "ms)";
    }

    public static String outputLimit(long bytes) {
        return "Execution aborted due to the output limit (" + bytes + "B)";
    }

    public static String exitCode(int code) {
        return "Execution failed with code " + code;
    }
}
