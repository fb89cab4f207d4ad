package asyfleet.backend.sandbox.attack;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The traces that an attack leaves behind.
 *
 * @param loot all that came out of the cell: what was written to the pipes, and what is in its files
 * @param fileBytes how much its files hold
 * @param mostThreads the most processes and threads that were seen in the cell at a time
 * @param survivors processes of the cell that are still there after its end
 */
record Evidence(String loot, long fileBytes, int mostThreads, List<Long> survivors) {

    boolean shows(String text) {
        return loot.contains(text);
    }

    /** Whether one of these environment variables is among the loot, as a whole: a path may well be part of another. */
    boolean showsVariable(Set<String> variables) {
        return Stream.of(loot.split("\0")).anyMatch(variables::contains);
    }
}
