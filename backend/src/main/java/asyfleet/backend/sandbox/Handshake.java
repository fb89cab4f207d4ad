package asyfleet.backend.sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The exchange in which a cell says that it is there and is told what to run: a shell, the first process inside, writes
 * one line, then reads from its standard input how to treat standard error and the arguments, one a line, up to an empty
 * line. So a cell can be opened before anybody knows what for.
 *
 * <p>The shell stays as the parent of the command. As the first process of its PID namespace it cannot be killed from
 * inside, and the kernel removes it only after all others: who sees it gone knows that nothing is left.
 */
final class Handshake {

    private static final byte[] READY = "ready\n".getBytes(StandardCharsets.US_ASCII);
    private static final int READY_SECONDS = 10;
    private static final int COMPLAINT_BYTES = 4096;

    /**
     * Standard error of the shell itself goes nowhere, or its remarks on how the command died would look like output of
     * the command; hence also the subshell, since some shells redirect themselves while a command of theirs runs. The last {@code exit} keeps the shell from becoming the command instead of waiting for it.
     */
    private static final String SCRIPT = """
            printf 'ready\\n'
            IFS= read -r errors || exit 0
            while IFS= read -r argument && [ -n "$argument" ]; do set -- "$@" "$argument"; done
            exec 3>&2 2>/dev/null
            if [ "$errors" = merged ]; then (exec "$@" 2>&1 3>&-); else (exec "$@" 2>&3 3>&-); fi
            exit $?
            """;

    private Handshake() {}

    /** The command of the first process inside. */
    static List<String> firstProcess() {
        return List.of("/bin/sh", "-c", SCRIPT, "sh");
    }

    /** Waits for the first line. */
    static void awaitReady(Process process) throws SandboxException {
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(READY_SECONDS, TimeUnit.SECONDS));
        try {
            if (!Arrays.equals(process.getInputStream().readNBytes(READY.length), READY)) {
                byte[] complaint = process.getErrorStream().readNBytes(COMPLAINT_BYTES);
                throw new SandboxException(new String(complaint, StandardCharsets.UTF_8).strip());
            }
        } catch (SandboxException e) {
            throw e;
        } catch (IOException e) {
            throw new SandboxException("the first process inside cannot be heard: " + e.getMessage(), e);
        } finally {
            deadline.cancel(false);
        }
    }

    static void start(OutputStream input, Command command) throws IOException {
        StringBuilder lines = new StringBuilder(command.mergeErrors() ? "merged\n" : "apart\n");
        command.arguments().forEach(argument -> lines.append(argument).append('\n'));
        input.write(lines.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        input.flush();
    }
}
