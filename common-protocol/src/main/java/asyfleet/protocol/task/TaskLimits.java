package asyfleet.protocol.task;

import java.util.Objects;
import java.util.Set;

/**
 * What the codec lets through, checked while it decodes, so that nobody can make a server hold more than this.
 *
 * @param files limits of what a client uploads
 * @param frames limits of single messages
 */
public record TaskLimits(Files files, Frames frames) {

    /** What is only a little too long is still read, to be refused with a word on what it is and how long it may be. */
    private static final int MARGIN = 64 << 10;

    public static final TaskLimits DEFAULT = new TaskLimits(Files.DEFAULT, Frames.DEFAULT);

    public TaskLimits {
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(frames, "frames");
    }

    /** The largest single frame that either end may send: what the WebSocket handshake has to allow. */
    public int maxFrameBytes() {
        return Math.max(maxRequestFrameBytes(), Math.max(frames.maxResultBytes, frames.maxOutputBytes));
    }

    /** The largest single frame that a client may send, and {@link #MARGIN}. */
    public int maxRequestFrameBytes() {
        return MARGIN + Math.max(files.maxFileBytes, Math.max(frames.maxInputBytes, frames.maxTextBytes));
    }

    /**
     * Limits of the files of one task.
     *
     * @param maxTotalBytes of all contents uploaded over one connection; a file that is added again replaces itself.
     *     Restored files count as files here, and their bytes where they are restored
     * @param extensions which file name extensions are allowed, without the dot; the main file is always {@code asy}
     */
    public record Files(int maxFiles, int maxFileBytes, int maxTotalBytes, int maxNameLength, Set<String> extensions) {

        public static final Files DEFAULT = new Files(100, 1 << 20, 4 << 20, 100, Set.of("asy", "csv", "dat", "txt"));

        public Files {
            extensions = Set.copyOf(extensions);
        }
    }

    /** Limits of single messages: the text frame of any, and the binary frames of {@code input} and of the replies. */
    public record Frames(int maxTextBytes, int maxInputBytes, int maxResultBytes, int maxOutputBytes) {

        public static final Frames DEFAULT = new Frames(64 << 10, 64 << 10, 64 << 20, 1 << 20);
    }
}
