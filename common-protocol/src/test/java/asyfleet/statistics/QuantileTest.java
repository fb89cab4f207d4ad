package asyfleet.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QuantileTest {

    @Test
    void itIsTheSmallestValueThatTheShareOfAllDoesNotExceed() {
        assertEquals(0, Quantile.index(0, 10));
        assertEquals(4, Quantile.index(0.5, 10));
        assertEquals(5, Quantile.index(0.51, 10));
        assertEquals(9, Quantile.index(1, 10));
    }

    @Test
    void ofOneValueEachIsThatValue() {
        assertEquals(0, Quantile.index(0.5, 1));
        assertEquals(0, Quantile.index(0.95, 1));
    }

    @Test
    void everyPercentileOfEveryCountIsThatOfWholeNumbers() {
        for (int count = 1; count <= 2000; count++) {
            for (int percent = 1; percent <= 100; percent++) {
                assertEquals(
                        (count * percent + 99) / 100 - 1,
                        Quantile.index(percent / 100.0, count),
                        percent + " % of " + count);
            }
        }
    }
}
