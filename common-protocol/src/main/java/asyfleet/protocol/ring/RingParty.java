package asyfleet.protocol.ring;

/** Who speaks. */
public enum RingParty {
    MANAGER,
    RUNNER
}
