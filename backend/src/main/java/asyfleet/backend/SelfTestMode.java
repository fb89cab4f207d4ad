package asyfleet.backend;

/** The choice of when a backend attacks its own sandbox. */
public enum SelfTestMode {
    /** Before the first task. */
    FIRST,
    /** While the first tasks run, if {@link ProofKey the same sandbox} held before; else before the first task. */
    REMEMBERED
}
