package asyfleet.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A dispatched task as a restarted scheduler finds it.
 *
 * @param now the duration it has now
 * @param asked the duration it asked for; empty for a default or interactive task
 */
public record Running(String id, Duration now, Optional<Duration> asked, boolean interactive) {

    private static final int FIELDS = 3;

    static List<Running> list(List<String> flat) {
        List<Running> running = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            String asked = flat.get(i + 2);
            running.add(new Running(
                    flat.get(i), Seconds.parse(flat.get(i + 1)), Arrival.asked(asked), Arrival.isInteractive(asked)));
        }
        return running;
    }
}
