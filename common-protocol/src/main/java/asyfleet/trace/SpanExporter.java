package asyfleet.trace;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sender of spans to an OpenTelemetry collector, as OTLP over HTTP in JSON. A daemon thread of its own gathers what
 * comes within a second and sends it; a collector that is away or slow costs spans, never tasks.
 */
public final class SpanExporter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpanExporter.class);

    static final int MOST_WAITING = 4096;
    private static final int MOST_AT_ONCE = 512;
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The shortest time between two warnings, which would fill the log while a collector is away. */
    private static final long WARN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final URI target;
    private final OtlpJson json;
    private final BlockingQueue<Span> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicLong dropped = new AtomicLong(); // counted by all who record, for want of room
    private final AtomicLong unsent = new AtomicLong(); // counted by the thread, read by whoever wants the metrics
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Thread thread = new Thread(this::run, "spans");
    private volatile boolean closing; // said by whoever closes, heard by the thread
    private long warnedAt = System.nanoTime() - WARN_EVERY_NANOS;
    private long warnedOf;

    private SpanExporter(URI endpoint, String service) {
        String base = endpoint.toString();
        this.target = URI.create((base.endsWith("/") ? base : base + "/") + "v1/traces");
        this.json = new OtlpJson(service);
        thread.setDaemon(true);
    }

    /** @param endpoint of the collector, such as {@code http://localhost:4318} */
    public static SpanExporter start(URI endpoint, String service) {
        SpanExporter exporter = new SpanExporter(endpoint, service);
        exporter.thread.start();
        return exporter;
    }

    /** Any thread; never waits. */
    void add(Span span) {
        if (!waiting.offer(span)) {
            dropped.incrementAndGet();
        }
    }

    /** How many spans the collector will never get; any thread. */
    long lost() {
        return dropped.get() + unsent.get();
    }

    private void run() {
        try {
            while (!closing || !waiting.isEmpty()) {
                Span first = waiting.poll(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    if (!closing && waiting.size() < MOST_AT_ONCE) {
                        TimeUnit.MILLISECONDS.sleep(PERIOD.toMillis()); // for others to join it
                    }
                    List<Span> batch = new ArrayList<>(List.of(first));
                    waiting.drainTo(batch, MOST_AT_ONCE - 1);
                    send(batch);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(List<Span> batch) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(json.write(batch)))
                .build();
        try {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                warn("more than " + MOST_WAITING + " spans waited");
            } else {
                lost(batch.size(), "status " + status);
            }
        } catch (IOException e) {
            lost(batch.size(), e.toString());
        }
    }

    private void lost(int spans, String reason) {
        unsent.addAndGet(spans);
        warn(reason);
    }

    /** If there is anything to warn of. */
    private void warn(String reason) {
        long all = lost();
        if (all > warnedOf && System.nanoTime() - warnedAt >= WARN_EVERY_NANOS) {
            warnedAt = System.nanoTime();
            warnedOf = all;
            LOG.warn("spans not exported lost={} collector={} reason={}", all, target, reason);
        }
    }

    /** Sends what waits, for at most a few seconds. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
