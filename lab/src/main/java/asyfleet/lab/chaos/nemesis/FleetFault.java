package asyfleet.lab.chaos.nemesis;

import java.io.IOException;

/**
 * A fault with its target.
 *
 * @param target for people
 * @param strike breaks it; may take a while
 * @param heal makes it whole again; does not wait until it is
 */
record FleetFault(String target, Act strike, Act heal) {

    /** Something that is done to a fleet. */
    @FunctionalInterface
    interface Act {

        /** For what heals by itself: its supervisor starts it again. */
        Act NOTHING = () -> {};

        void carryOut() throws IOException, InterruptedException;
    }
}
