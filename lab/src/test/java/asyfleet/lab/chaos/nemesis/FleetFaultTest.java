package asyfleet.lab.chaos.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetFaultTest {

    private final List<String> told = new ArrayList<>();
    private int tries;

    @Test
    void aFaultThatCannotBeMadeSaysWhy() throws Exception {
        FleetFault.Act refused = () -> {
            throw new IOException("refused");
        };
        FleetFault.Act gone = () -> {
            throw new StartFailure("no such process");
        };

        assertEquals(
                Optional.empty(),
                fault(FleetFault.Act.NOTHING, FleetFault.Act.NOTHING).tryStrike());
        assertEquals(
                Optional.of("refused"), fault(refused, FleetFault.Act.NOTHING).tryStrike());
        assertEquals(
                Optional.of("no such process"),
                fault(gone, FleetFault.Act.NOTHING).tryStrike());
    }

    @Test
    void aHealThatFailsIsTriedAgain() throws Exception {
        FleetFault.Act third = () -> {
            if (++tries < 3) {
                throw new IOException("not yet");
            }
        };

        fault(FleetFault.Act.NOTHING, third).heal(Duration.ofMinutes(1), Duration.ZERO, told::add);

        assertEquals(3, tries);
        assertEquals(List.of("not yet", "not yet"), told);
    }

    private static FleetFault fault(FleetFault.Act strike, FleetFault.Act heal) {
        return new FleetFault("backend1", strike, heal);
    }
}
