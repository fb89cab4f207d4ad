package asyfleet.backend.execute;

import java.util.List;
import java.util.Optional;

/**
 * The files that are found in the directory of a task that is over.
 *
 * @param diskFull whether nothing more would fit; looked for only if the task failed
 * @param unread whether this backend could not look, which is no fault of the task
 */
record Leftovers(Images.Found pictures, boolean diskFull, boolean unread) {

    private static final Images.Found NO_PICTURES = new Images.Found(List.of(), Optional.empty());

    /** Nothing, or nothing that can be read. */
    static final Leftovers NONE = new Leftovers(NO_PICTURES, false, false);

    static final Leftovers UNREAD = new Leftovers(NO_PICTURES, false, true);
}
