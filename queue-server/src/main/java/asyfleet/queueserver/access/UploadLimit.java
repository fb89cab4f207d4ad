package asyfleet.queueserver.access;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.UploadMeters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The bound on what one caller may upload in a minute to this queue server, so that nobody can fill its memory, or that
 * of Redis with files to be restored. A caller that sends more is read from more slowly; one that is far beyond is
 * refused before its next body is read.
 *
 * <p>Allowances are used by all event loops, hence the concurrent map. When it is full it forgets those who owe nothing;
 * should the others be too many to keep apart, those who come last share one allowance.
 */
public final class UploadLimit implements UploadMeters {

    private static final int MOST_CALLERS = 10_000;

    /** Slowing down for longer than this would end in a timeout that says less than a refusal. */
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final Callers callers;
    private final long bytesPerMinute;
    private final LongSupplier nanoClock;
    private final Map<String, UploadAllowance> allowances = new ConcurrentHashMap<>();
    private final UploadAllowance shared;
    private final Counter slowed;
    private final Counter refused;

    private UploadLimit(Callers callers, long bytesPerMinute, LongSupplier nanoClock, PrometheusRegistry registry) {
        this.callers = callers;
        this.bytesPerMinute = bytesPerMinute;
        this.nanoClock = nanoClock;
        this.shared = new UploadAllowance(bytesPerMinute, nanoClock.getAsLong());
        this.slowed = Counter.builder()
                .name("asyfleet_uploads_slowed_total")
                .help("Times that no more was read for a while from a caller that sent too much")
                .register(registry);
        this.refused = Counter.builder()
                .name("asyfleet_uploads_refused_total")
                .help("Requests refused because their caller had sent far too much")
                .register(registry);
    }

    /** @param bytesPerMinute 0 for no bound */
    public static UploadMeters of(Callers callers, long bytesPerMinute, PrometheusRegistry registry) {
        return of(callers, bytesPerMinute, System::nanoTime, registry);
    }

    static UploadMeters of(Callers callers, long bytesPerMinute, LongSupplier nanoClock, PrometheusRegistry registry) {
        return bytesPerMinute == 0 ? UploadMeters.NONE : new UploadLimit(callers, bytesPerMinute, nanoClock, registry);
    }

    @Override
    public Meter of(Request head) {
        Caller caller = callers.of(head);
        if (!caller.bounded()) {
            return Meter.FREE;
        }
        long pause = allowanceOf(caller.name()).pause(nanoClock.getAsLong());
        if (pause > LONGEST_PAUSE_NANOS) {
            refused.inc();
            throw refusal(pause);
        }
        return bytes -> take(caller.name(), bytes);
    }

    private long take(String caller, int bytes) {
        long pause = allowanceOf(caller).take(bytes, nanoClock.getAsLong());
        if (pause > 0) {
            slowed.inc();
        }
        return pause;
    }

    private UploadAllowance allowanceOf(String caller) {
        UploadAllowance known = allowances.get(caller);
        if (known != null) {
            return known;
        }
        long now = nanoClock.getAsLong();
        if (allowances.size() >= MOST_CALLERS) {
            allowances.values().removeIf(allowance -> allowance.isUnused(now));
        }
        return allowances.size() >= MOST_CALLERS
                ? shared
                : allowances.computeIfAbsent(caller, name -> new UploadAllowance(bytesPerMinute, now));
    }

    private HttpError refusal(long pauseNanos) {
        long seconds = Duration.ofNanos(pauseNanos).toSeconds() + 1;
        String error = "this caller has uploaded too much; expected at most " + bytesPerMinute + " bytes in a minute";
        return new HttpError(429, "TOO_MUCH_UPLOADED", error)
                .with("limit", bytesPerMinute)
                .withHeader("Retry-After", Long.toString(seconds));
    }
}
