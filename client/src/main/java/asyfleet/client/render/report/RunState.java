package asyfleet.client.render.report;

import java.time.Duration;
import java.util.Optional;

/**
 * The state of a run.
 *
 * @param nextIn estimate for the next figure that waits
 * @param running whether at least one program runs
 * @param elapsed since the run began
 */
public record RunState(
        int all, int rendered, int failed, Optional<Duration> nextIn, boolean running, Duration elapsed) {

    int finished() {
        return rendered + failed;
    }
}
