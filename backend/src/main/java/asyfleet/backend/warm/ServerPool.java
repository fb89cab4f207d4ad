package asyfleet.backend.warm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of which fork servers to keep. Knows no processes and no clock; owned by one thread, that of whoever asks.
 *
 * <ul>
 *   <li>A server is started when it is wanted for the second time: many main files have a name that comes once.
 *   <li>There are at most {@link #MOST}; beyond that the one goes that was not wanted for longest.
 *   <li>A server is replaced when it is {@link #OLD}, since a program may remember the time it was started at, as TeX
 *       does for {@code \today}.
 *   <li>One that ended by itself is started again when it is wanted again, {@link #TRIES} times in all.
 * </ul>
 */
final class ServerPool {

    /** Two main files for each of five formats, all converters, and room for tasks with other options. */
    static final int MOST = 24;

    static final Duration OLD = Duration.ofMinutes(10);
    static final int TRIES = 3;

    /** How many that were wanted once, or failed, are remembered. */
    private static final int REMEMBERED = 256;

    private final Map<ServerSpec, Instant> running = new LinkedHashMap<>(MOST, 0.75f, true);
    private final Map<ServerSpec, Boolean> wantedOnce = forgetful();
    private final Map<ServerSpec, Integer> failures = forgetful();

    private static <V> Map<ServerSpec, V> forgetful() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ServerSpec, V> eldest) {
                return size() > REMEMBERED;
            }
        };
    }

    /** Which of those wanted are to be started now. */
    List<ServerSpec> want(Collection<ServerSpec> wanted) {
        List<ServerSpec> start = new ArrayList<>();
        for (ServerSpec spec : wanted) {
            boolean runs = running.get(spec) != null;
            if (!runs && wantedOnce.put(spec, true) != null && failures.getOrDefault(spec, 0) < TRIES) {
                start.add(spec);
            }
        }
        return start;
    }

    /** Which one has to go for this one, which runs now. */
    Optional<ServerSpec> started(ServerSpec spec, Instant now) {
        running.put(spec, now);
        if (running.size() <= MOST) {
            return Optional.empty();
        }
        ServerSpec leastWanted = running.keySet().iterator().next();
        running.remove(leastWanted);
        return Optional.of(leastWanted);
    }

    /** It could not be started, or ended by itself. Whether it will not be tried again. */
    boolean failed(ServerSpec spec) {
        running.remove(spec);
        return failures.merge(spec, 1, Integer::sum) >= TRIES;
    }

    /** Those to be replaced. */
    List<ServerSpec> old(Instant now) {
        Map<ServerSpec, Instant> snapshot = new HashMap<>(running);
        return snapshot.entrySet().stream()
                .filter(each -> !each.getValue().plus(OLD).isAfter(now))
                .map(Map.Entry::getKey)
                .toList();
    }

    Set<ServerSpec> running() {
        return Set.copyOf(running.keySet());
    }
}
