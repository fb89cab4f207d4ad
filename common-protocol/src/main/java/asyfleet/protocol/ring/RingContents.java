package asyfleet.protocol.ring;

import java.util.Arrays;

/**
 * Gathers announced contents. Memory grows with what has come, not with what was announced, so that announcing much
 * costs the one who announces it. Confined to the connection's thread.
 */
final class RingContents {

    private static final int FIRST_STEP = 8 << 10;

    private final int size;
    private byte[] bytes;
    private int filled;

    RingContents(int size) {
        this.size = size;
        this.bytes = new byte[Math.min(size, FIRST_STEP)];
    }

    /** Takes as many bytes as are still due, and says how many those were. */
    int add(byte[] from, int offset, int count) {
        int taken = Math.min(count, size - filled);
        if (filled + taken > bytes.length) {
            long doubled = Math.max(2L * bytes.length, (long) filled + taken);
            bytes = Arrays.copyOf(bytes, (int) Math.min(size, doubled));
        }
        System.arraycopy(from, offset, bytes, filled, taken);
        filled += taken;
        return taken;
    }

    boolean isComplete() {
        return filled == size;
    }

    /** The contents, once complete. */
    byte[] bytes() {
        return bytes;
    }
}
