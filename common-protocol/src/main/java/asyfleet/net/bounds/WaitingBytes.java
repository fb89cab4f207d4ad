package asyfleet.net.bounds;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The bytes that wait for clients in the whole process, with one bound for all of them, so that many clients that do not
 * read cannot fill the memory together. Bytes are taken before they are kept, and given back when they are sent or
 * dropped.
 *
 * <p>When there is no room, slow readers make it: those that have been behind for {@link #PATIENCE}, the one with the
 * largest product of bytes and time first. To drop the largest would hit a fast reader of a large answer, to drop the
 * slowest many readers of small ones. If slow readers cannot make enough room, whoever asks is refused. The last quarter
 * is only for those who hold little, so that small answers go on while large ones are refused.
 *
 * <p>Thread-safe by its own lock, because all event loops take and give back. Nobody is called back under the lock.
 */
public final class WaitingBytes {

    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Whoever holds no more than this may use the last quarter. */
    static final long LITTLE = 128 << 10;

    private final long most;
    private final LongSupplier nanoClock;
    private final Set<Holder> readers = new HashSet<>();
    private final Counter dropped;
    private final Counter refused;
    private long waiting;

    WaitingBytes(long most, LongSupplier nanoClock, PrometheusRegistry registry) {
        this.most = most;
        this.nanoClock = nanoClock;
        this.dropped = Counter.builder()
                .name("asyfleet_slow_readers_dropped_total")
                .help("Connections closed because their answers took room that others needed")
                .register(registry);
        this.refused = Counter.builder()
                .name("asyfleet_answers_refused_total")
                .help("Answers, or parts of them, for which there was no room")
                .register(registry);
        GaugeWithCallback.builder()
                .name("asyfleet_waiting_bytes")
                .help("Bytes that wait for clients")
                .callback(callback -> callback.call(waiting()))
                .register(registry);
    }

    public static WaitingBytes of(long most, PrometheusRegistry registry) {
        return new WaitingBytes(most, System::nanoTime, registry);
    }

    /** Counts, and refuses nobody. */
    public static WaitingBytes unbounded(PrometheusRegistry registry) {
        return of(Long.MAX_VALUE, registry);
    }

    /** A holder whose bytes wait until its client reads; {@code drop} is called if they must go, on any thread. */
    public Holder reader(Runnable drop) {
        return new Holder(Optional.of(drop));
    }

    /** A holder whose bytes wait for something else than a client's reading. It is never dropped. */
    public Holder gatherer() {
        return new Holder(Optional.empty());
    }

    synchronized long waiting() {
        return waiting;
    }

    private boolean take(Holder asker, long bytes) {
        List<Holder> gone = new ArrayList<>(0);
        boolean taken = takeOrDrop(asker, bytes, gone);
        if (!taken) {
            refused.inc();
        }
        for (Holder reader : gone) {
            dropped.inc();
            reader.drop.orElseThrow().run();
        }
        return taken;
    }

    private synchronized boolean takeOrDrop(Holder asker, long bytes, List<Holder> gone) {
        if (asker.closed || !makeRoom(asker, bytes, gone)) {
            return false;
        }
        if (asker.held == 0 && bytes > 0) {
            asker.since = nanoClock.getAsLong();
            asker.drop.ifPresent(droppable -> readers.add(asker));
        }
        asker.held += bytes;
        waiting += bytes;
        return true;
    }

    private boolean makeRoom(Holder asker, long bytes, List<Holder> gone) {
        long bound = asker.held + bytes <= LITTLE ? most : most - most / 4;
        if (waiting + bytes <= bound) {
            return true;
        }
        List<Holder> slow = slowReaders();
        long theirs = slow.stream().mapToLong(reader -> reader.held).sum();
        if (waiting - theirs + bytes > bound) {
            return false;
        }
        for (int i = 0; waiting + bytes > bound; i++) {
            gone.add(slow.get(i));
            close(slow.get(i));
        }
        return !asker.closed; // it may be one of them
    }

    /** The ones to drop first come first. */
    private List<Holder> slowReaders() {
        long now = nanoClock.getAsLong();
        return readers.stream()
                .filter(reader -> now - reader.since >= PATIENCE.toNanos())
                .sorted(Comparator.comparingDouble((Holder reader) -> (double) reader.held * (now - reader.since))
                        .reversed())
                .toList();
    }

    private synchronized void giveBack(Holder holder, long bytes) {
        long returned = Math.min(bytes, holder.held); // nothing of one that was dropped
        holder.held -= returned;
        waiting -= returned;
        if (holder.held == 0) {
            readers.remove(holder);
        }
    }

    private void close(Holder holder) {
        holder.closed = true;
        giveBack(holder, holder.held);
    }

    /** One connection's or one run's part of the bytes. Its fields are guarded by the lock of all. */
    public final class Holder {

        private final Optional<Runnable> drop;
        private long held;
        private long since;
        private boolean closed;

        private Holder(Optional<Runnable> drop) {
            this.drop = drop;
        }

        /** False if there is no room, or if this holder was dropped; then nothing is taken. */
        public boolean take(long bytes) {
            return WaitingBytes.this.take(this, bytes);
        }

        public void giveBack(long bytes) {
            WaitingBytes.this.giveBack(this, bytes);
        }

        public void giveBackAll() {
            giveBack(Long.MAX_VALUE);
        }
    }
}
