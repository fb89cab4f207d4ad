package asyfleet.queueserver.tasks.run;

import asyfleet.redis.connection.RedisFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search for queue servers that died, whose asynchronous tasks this one adopts. A server is dead when two looks, some
 * time apart, find no lease of it, and this server's own lease was steady all the while. After a pause of Redis all leases
 * have lapsed together, and living servers renew theirs within a moment; when Redis is full, nobody can renew.
 *
 * <p>Confined to the server's thread; there is one look at a time.
 */
public final class Adoption {

    private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

    /** After a lease was found missing for the first time. */
    static final Duration SECOND_LOOK = Duration.ofMillis(500);

    private final Function<Set<String>, CompletionStage<List<String>>> adopting;
    private final BooleanSupplier steady;
    private final Executor thread;
    private final LongSupplier nanoClock;

    /** When each server was first found without a lease. No more than there are owners in Redis. */
    private final Map<String, Long> lapsedNanos = new HashMap<>();

    private boolean looking;

    /** @param steady whether this server's own lease is, and has been for a while */
    public Adoption(TaskRuns runs, BooleanSupplier steady, Executor thread) {
        this(runs::adopt, steady, thread, System::nanoTime);
    }

    /** @param adopting adopts tasks of these servers, and yields all that have no lease */
    Adoption(
            Function<Set<String>, CompletionStage<List<String>>> adopting,
            BooleanSupplier steady,
            Executor thread,
            LongSupplier nanoClock) {
        this.adopting = adopting;
        this.steady = steady;
        this.thread = thread;
        this.nanoClock = nanoClock;
    }

    /** Called again and again. */
    public void look() {
        if (looking) {
            return;
        }
        if (!steady.getAsBoolean()) {
            lapsedNanos.clear();
            return;
        }
        looking = true;
        adopting.apply(dead())
                .whenComplete((lapsed, failure) -> thread.execute(() -> {
                    looking = false;
                    if (failure == null) {
                        note(lapsed);
                    } else {
                        LOG.warn("no look for tasks to adopt reason={}", RedisFailure.inWords(failure));
                        lapsedNanos.clear();
                    }
                }));
    }

    private Set<String> dead() {
        long latest = nanoClock.getAsLong() - SECOND_LOOK.toNanos();
        return lapsedNanos.entrySet().stream()
                .filter(server -> server.getValue() - latest <= 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private void note(List<String> lapsed) {
        lapsedNanos.keySet().retainAll(Set.copyOf(lapsed));
        lapsed.forEach(server -> lapsedNanos.putIfAbsent(server, nanoClock.getAsLong()));
    }
}
