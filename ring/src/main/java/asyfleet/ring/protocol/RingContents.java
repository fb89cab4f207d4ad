package asyfleet.ring.protocol;

import java.util.Arrays;

/**
 * The announced contents, as far as they have come. Memory grows with what has come, not with what was announced, so
 * that announcing much costs the one who announces it. Contents over the limit are read to their end, so that the
 * conversation can go on, and none of them is kept. Confined to the connection's thread.
 */
final class RingContents {

    private static final int FIRST_STEP = 8 << 10;

    private final int size;
    private final boolean kept;
    private byte[] bytes;
    private int filled;

    RingContents(int size, int most) {
        this.size = size;
        this.kept = size <= most;
        this.bytes = new byte[kept ? Math.min(size, FIRST_STEP) : 0];
    }

    /** Takes as many bytes as are still due, and says how many those were. */
    int add(byte[] from, int offset, int count) {
        int taken = Math.min(count, size - filled);
        if (kept) {
            keep(from, offset, taken);
        }
        filled += taken;
        return taken;
    }

    private void keep(byte[] from, int offset, int taken) {
        if (filled + taken > bytes.length) {
            long doubled = Math.max(2L * bytes.length, (long) filled + taken);
            bytes = Arrays.copyOf(bytes, (int) Math.min(size, doubled));
        }
        System.arraycopy(from, offset, bytes, filled, taken);
    }

    boolean isComplete() {
        return filled == size;
    }

    /** The contents, once complete; empty if they are over the limit. */
    byte[] bytes() {
        return bytes;
    }
}
