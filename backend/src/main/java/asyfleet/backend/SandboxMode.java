package asyfleet.backend;

/** How tasks are confined. */
public enum SandboxMode {
    /** By bubblewrap, out of the kernel's namespaces. */
    BWRAP,
    /** Not at all. */
    NONE
}
