package asyfleet.queueserver.web;

import asyfleet.protocol.task.TaskRules;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The settings of the server that its pages depend on.
 *
 * @param timeoutsMillis what the page offers as time limits, shortest first
 * @param fileTypes how the names of files may end, without the dot
 * @param framers the pages that may show a figure in a frame, as a policy names them; empty if all may
 * @param asksForToken whether only those with a token may render
 */
public record PageSettings(
        List<Integer> timeoutsMillis, Set<String> fileTypes, Optional<List<String>> framers, boolean asksForToken) {

    /** @param tasks the rules for what the page sends */
    public static PageSettings of(TaskRules tasks, Optional<List<String>> framers, boolean asksForToken) {
        return new PageSettings(tasks.timeoutsMillis(), tasks.limits().files().extensions(), framers, asksForToken);
    }

    /** As an attribute of the page. */
    String timeouts() {
        return timeoutsMillis.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** As an attribute of the page. */
    String types() {
        return String.join(" ", new TreeSet<>(fileTypes));
    }

    /** The end of a policy that says who may frame a page. */
    String framePolicy() {
        return framers.map(origins -> "; frame-ancestors " + String.join(" ", origins))
                .orElse("");
    }
}
