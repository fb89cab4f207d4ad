package asyfleet.backend.shell;

import asyfleet.protocol.task.ServerMessage.Result;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** The user's side of an interactive task: input, idle time, and a picture that changes. Owned by the slot's thread. */
public final class Shell {

    private final ShellInput input;
    private final ShellPictures pictures;
    private final Duration idleLimit;
    private long inputNanos = System.nanoTime();

    /**
     * @param input of the task's program
     * @param idleLimit how long the shell may go without input
     */
    public Shell(OutputStream input, ShellPictures pictures, Duration idleLimit) {
        this.input = new ShellInput(input);
        this.pictures = pictures;
        this.idleLimit = idleLimit;
    }

    /** The loop that writes the input. It has to run on a thread of its own until {@link #stop}. */
    public Runnable writer() {
        return input;
    }

    /** Runs a file as if the user had asked for it first. Asymptote takes a file or a user, not both. */
    public void include(String file) {
        input.offer(("include \"" + file + "\";\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns how many bytes wait to be read, if that is more than {@link ShellInput#MAX_WAITING_BYTES}. */
    public Optional<Long> input(byte[] bytes) {
        inputNanos = System.nanoTime();
        return Optional.of(input.offer(bytes)).filter(waiting -> waiting > ShellInput.MAX_WAITING_BYTES);
    }

    /** Lets some time not count as idle: nobody could hear the user. */
    public void forgive(Duration time) {
        inputNanos += time.toNanos();
    }

    /** Returns how long there was no input, if that is longer than the limit. */
    public Optional<Duration> tooLongIdle() {
        return Optional.of(Duration.ofNanos(System.nanoTime() - inputNanos))
                .filter(idle -> idle.compareTo(idleLimit) > 0);
    }

    /** The picture, if it has changed since the last call. One call at a time, and not on the slot's thread: it may block. */
    public Optional<Result> changedPicture() {
        return pictures.changed();
    }

    public void stop() {
        input.stop();
    }
}
