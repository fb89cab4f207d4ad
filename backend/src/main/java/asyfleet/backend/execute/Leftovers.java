package asyfleet.backend.execute;

import java.util.List;
import java.util.Optional;

/**
 * The things that are found in the directory of a task that is over.
 *
 * @param diskFull whether nothing more would fit; looked for only if the task failed
 */
record Leftovers(Images.Found pictures, boolean diskFull) {

    /** Nothing, or nothing that can be read. */
    static final Leftovers NONE = new Leftovers(new Images.Found(List.of(), Optional.empty()), false);
}
