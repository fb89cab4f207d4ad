package asyfleet.protocol.task;

import asyfleet.protocol.wire.SizeLimit;
import java.util.Objects;
import java.util.Set;

/**
 * The sizes and counts that a task and its messages may have.
 *
 * @param files limits of what a client uploads
 * @param frames limits of single messages
 */
public record TaskLimits(Files files, Frames frames) {

    /** The room for a message that is a little too long. It is still read, so that its refusal can name the limit. */
    private static final int MARGIN = 64 << 10;

    public static final TaskLimits DEFAULT = new TaskLimits(Files.DEFAULT, Frames.DEFAULT);

    public TaskLimits {
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(frames, "frames");
    }

    /** The same with other extensions of file names. */
    public TaskLimits withExtensions(Set<String> extensions) {
        return new TaskLimits(
                new Files(files.maxFiles, files.maxFileBytes, files.maxTotalBytes, files.maxNameLength, extensions),
                frames);
    }

    /** For tasks that a queue server has let through, by a list of its operator's. */
    public static TaskLimits withinFleet() {
        return DEFAULT.withExtensions(Set.of());
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
     * @param extensions which file name extensions are allowed, without the dot; empty if all are. The main file is
     *     always {@code asy}
     */
    public record Files(int maxFiles, int maxFileBytes, int maxTotalBytes, int maxNameLength, Set<String> extensions) {

        /** Sources, data, and pictures that a figure includes. */
        private static final Set<String> USUAL = Set.of(
                "asy", "bib", "csv", "dat", "eps", "jpeg", "jpg", "json", "obj", "pdf", "png", "svg", "tex", "txt");

        public static final Files DEFAULT = new Files(100, 1 << 20, 4 << 20, 100, USUAL);

        public Files {
            extensions = Set.copyOf(extensions);
        }

        /** The limit of one file. */
        public SizeLimit ofOne(String name) {
            return new SizeLimit("the contents of " + name, 0, maxFileBytes);
        }

        /** The limit of all files together, of which some have so many bytes already. */
        public SizeLimit ofAll(int before) {
            return new SizeLimit("the contents of all files", before, maxTotalBytes);
        }
    }

    /** Limits of single messages: the text frame of any, and the binary frames of {@code input} and of the replies. */
    public record Frames(int maxTextBytes, int maxInputBytes, int maxResultBytes, int maxOutputBytes) {

        public static final Frames DEFAULT = new Frames(64 << 10, 64 << 10, 64 << 20, 1 << 20);
    }
}
