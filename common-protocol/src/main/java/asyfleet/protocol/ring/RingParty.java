package asyfleet.protocol.ring;

/** The two sides of a conversation. */
public enum RingParty {
    MANAGER,
    RUNNER
}
