package asyfleet.backend.sandbox;

import java.util.List;
import java.util.Optional;

/** The maker of cells, which confine tasks on this machine. Cells may be opened from any thread. */
public interface Sandbox extends AutoCloseable {

    /**
     * Opens an empty cell. Blocks for some 10 ms; opening one ahead of the task that needs it hides that.
     *
     * @throws SandboxException if the system refuses, with what to do about it where we know
     */
    Cell open() throws SandboxException;

    SandboxLimits limits();

    /** Whether what runs inside is held inside. */
    boolean confines();

    /** For the operator: whether the memory of a cell is limited by the kernel or watched by us, and why. */
    String memoryBound();

    /** All that cells are made by and of, the same for every process that makes such cells. */
    List<String> making();

    /** How a program started outside can be taken into a cell; empty if cells confine nothing. */
    Optional<Confinement> confinement();

    /** Ends every cell. */
    @Override
    void close();
}
