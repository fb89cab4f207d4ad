package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RingContentsTest {

    private static final int MOST = Integer.MAX_VALUE;

    @Test
    void memoryGrowsWithWhatHasComeAndNotWithWhatWasAnnounced() {
        RingContents contents = new RingContents(1 << 30, MOST);
        contents.add(new byte[10_000], 0, 10_000);
        assertTrue(contents.bytes().length <= 20_000, "holds " + contents.bytes().length);
    }

    @Test
    void onlyWhatWasAnnouncedIsTaken() {
        RingContents contents = new RingContents(3, MOST);
        assertEquals(2, contents.add(new byte[] {1, 2}, 0, 2));
        assertFalse(contents.isComplete());
        assertEquals(1, contents.add(new byte[] {9, 3, 4, 5}, 1, 3));
        assertTrue(contents.isComplete());
        assertArrayEquals(new byte[] {1, 2, 3}, contents.bytes());
    }

    @Test
    void completeContentsAreExactlyTheAnnouncedSizeHoweverTheyCame() {
        int size = 100_003;
        for (int piece : new int[] {1, 4096, 8192, 70_000, size}) {
            RingContents contents = new RingContents(size, MOST);
            for (int sent = 0; sent < size; sent += piece) {
                contents.add(new byte[piece], 0, Math.min(piece, size - sent));
            }
            assertTrue(contents.isComplete());
            assertEquals(size, contents.bytes().length);
        }
    }

    @Test
    void whatIsOverTheLimitIsTakenAndNotKept() {
        RingContents contents = new RingContents(100_000, 99_999);
        assertEquals(100_000, contents.add(new byte[100_001], 0, 100_001));
        assertTrue(contents.isComplete());
        assertEquals(0, contents.bytes().length);
    }

    @Test
    void nothingAnnouncedIsCompleteAtOnce() {
        assertTrue(new RingContents(0, MOST).isComplete());
    }
}
