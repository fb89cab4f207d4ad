package asyfleet.lab.bench.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CommandCountTest {

    @Test
    void whatGoesOnAnywayIsTakenOff() {
        CommandCount.Rate idle = new CommandCount.Rate(20, 10, 2);
        CommandCount.Rate busy = new CommandCount.Rate(150, 90, 5);

        assertEquals(new CommandCount.Rate(100, 65, 5), busy.without(idle));
    }
}
