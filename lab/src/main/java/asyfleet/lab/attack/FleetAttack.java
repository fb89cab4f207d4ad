package asyfleet.lab.attack;

import java.io.IOException;

/**
 * One hostile act against a live fleet.
 *
 * @param name what is done, for people
 * @param promise what must happen
 */
record FleetAttack(String name, String promise, Act act) {

    /** Returns when the act is over; it leaves nothing open. */
    @FunctionalInterface
    interface Act {
        Seen carryOut(TargetFleet fleet) throws IOException, InterruptedException;
    }
}
