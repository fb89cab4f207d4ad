package asyfleet.ring.protocol;

/** The two sides of a conversation. */
public enum RingParty {
    MANAGER,
    RUNNER
}
