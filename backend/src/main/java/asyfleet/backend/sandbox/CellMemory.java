package asyfleet.backend.sandbox;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The memory of a cell beyond what its processes show.
 *
 * @param socketBytes what the cell's sockets may hold
 * @param group by which the kernel limits the whole of it, where it can
 */
record CellMemory(LongSupplier socketBytes, Optional<MemoryGroup> group) {

    /** Of a cell that shares the sockets of the machine. */
    static final CellMemory UNKNOWN = new CellMemory(() -> 0, Optional.empty());
}
