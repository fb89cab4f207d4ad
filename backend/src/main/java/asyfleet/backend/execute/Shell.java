package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.protocol.task.ServerMessage.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** What an interactive task has beyond others: input, a picture that changes, and idleness. Owned by the slot's thread. */
final class Shell {

    private final ShellInput input;
    private final ShellPictures pictures;
    private final Duration idleLimit;
    private long inputNanos = System.nanoTime();

    Shell(Cell cell, ExecutionLimits limits) {
        this.input = new ShellInput(cell.input());
        this.pictures = new ShellPictures(cell.directory(), limits.resultBytes());
        this.idleLimit = limits.idle();
    }

    /** What has to run on a thread of its own until {@link #stop}. */
    Runnable writer() {
        return input;
    }

    /** Runs a file as if the user had asked for it first. Asymptote takes a file or a user, not both. */
    void include(String file) {
        input.offer(("include \"" + file + "\";\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns why the shell has to end, if it has to. */
    Optional<Ending> input(byte[] bytes) {
        inputNanos = System.nanoTime();
        long waiting = input.offer(bytes);
        return waiting > ShellInput.MAX_WAITING_BYTES
                ? Optional.of(Ending.inputLimit(ShellInput.MAX_WAITING_BYTES, waiting))
                : Optional.empty();
    }

    /** Returns why the shell has to end, if it has to. */
    Optional<Ending> idle() {
        Duration idle = Duration.ofNanos(System.nanoTime() - inputNanos);
        return idle.compareTo(idleLimit) > 0 ? Optional.of(Ending.idleLimit(idleLimit, idle)) : Optional.empty();
    }

    /** The picture, if it has changed since the last call. */
    Optional<Result> changedPicture() throws IOException {
        return pictures.changed();
    }

    void stop() {
        input.stop();
    }
}
