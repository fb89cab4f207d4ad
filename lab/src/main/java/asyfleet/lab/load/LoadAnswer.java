package asyfleet.lab.load;

import java.time.Duration;
import java.util.Optional;

/**
 * The end of one figure, as its user saw it.
 *
 * @param code of the verdict, or a word for what went wrong without one
 * @param queued how long it waited for a slot
 * @param estimate the first that the server told
 */
record LoadAnswer(String code, Optional<Duration> queued, Optional<Duration> estimate) {

    static LoadAnswer of(String code) {
        return new LoadAnswer(code, Optional.empty(), Optional.empty());
    }
}
