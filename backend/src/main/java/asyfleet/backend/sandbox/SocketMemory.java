package asyfleet.backend.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory that the sockets of a cell may hold. The kernel counts the sockets of a network namespace, and a cell has one
 * of its own; a socket is counted until the last byte that was sent through it is freed, whoever holds it. What is in them
 * is not told, so each counts with the most that it can hold. The {@link SeccompFilter} keeps tasks from raising that.
 */
final class SocketMemory {

    private static final Path DEFAULT_BUFFER = Path.of("/proc/sys/net/core/wmem_default");

    /** Of kernels that do not show it in a container. */
    private static final long USUAL_BUFFER = 212_992;

    private static final String COUNT = "sockets: used ";

    private SocketMemory() {}

    /** Of the cell that this process is in. It must not be in our own network namespace. */
    static long bytes(long process) {
        return sockets(process) * bytesOfSocket();
    }

    /** None if the process is gone. */
    private static long sockets(long process) {
        try {
            String count = firstLine(Path.of("/proc", Long.toString(process), "net", "sockstat"));
            return Long.parseLong(count.replace(COUNT, ""));
        } catch (IOException | NumberFormatException gone) {
            return 0;
        }
    }

    /** Sending waits only when the buffer is full, and the last message may be half as long as the buffer. */
    private static long bytesOfSocket() {
        long buffer = USUAL_BUFFER;
        try {
            buffer = Long.parseLong(firstLine(DEFAULT_BUFFER));
        } catch (IOException | NumberFormatException hidden) {
            // Then it cannot have been changed from in there either.
        }
        return buffer + buffer / 2;
    }

    /** By a reader with a buffer: settings of the kernel come with the first read or not at all. */
    private static String firstLine(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            return String.valueOf(lines.readLine());
        }
    }
}
