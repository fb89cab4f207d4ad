package asyfleet.lab.chaos.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import org.junit.jupiter.api.Test;

class LoadControlTest {

    private final LoadControl control = new LoadControl(0.8);

    private static QueueSample busy(int executing, int waiting) {
        return new QueueSample(10, waiting, executing, 0, 8, 0);
    }

    @Test
    void theRateRisesWhileSlotsAreFreeAndFallsWhileTasksWait() {
        assertTrue(control.next(3, busy(7, 0)) > 3);
        assertTrue(control.next(3, busy(9, 0)) < 3);
        assertTrue(control.next(3, busy(5, 5)) < 3);
    }

    @Test
    void theRateHasBounds() {
        double high = 3;
        double low = 3;
        for (int i = 0; i < 1000; i++) {
            high = control.next(high, busy(0, 0));
            low = control.next(low, busy(10, 10));
        }

        assertEquals(30, high);
        assertEquals(0.3, low);
    }
}
