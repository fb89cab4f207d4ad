package asyfleet.queueserver.web;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of the server that its pages depend on.
 *
 * @param timeoutsMillis what the page offers as time limits, shortest first
 * @param framers the pages that may show a figure in a frame, as a policy names them; empty if all may
 * @param asksForToken whether only those with a token may render
 */
public record PageSettings(List<Integer> timeoutsMillis, Optional<List<String>> framers, boolean asksForToken) {

    /** As an attribute of the page. */
    String timeouts() {
        return timeoutsMillis.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** The end of a policy that says who may frame a page. */
    String framePolicy() {
        return framers.map(origins -> "; frame-ancestors " + String.join(" ", origins))
                .orElse("");
    }
}
