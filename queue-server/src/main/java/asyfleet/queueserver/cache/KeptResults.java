package asyfleet.queueserver.cache;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.redis.reuse.Results;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The layer that serves a result that is still kept instead of running the same task again. Only successes are kept: a
 * timeout may have been the load's fault, and a fault of the fleet is nobody's result. What took no time is not kept.
 */
public final class KeptResults implements TaskLayer {

    private static final Logger LOG = LoggerFactory.getLogger(KeptResults.class);

    /** Looking is to save time. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** A task that took less is done again sooner than its result is kept and found. */
    private static final long LEAST_MILLIS = 2;

    private final Results results;
    private final long mostBytes;
    private final Counter lookups;

    /** @param mostBytes of one result; a larger one is not worth the many small ones it would push out */
    public KeptResults(Results results, long mostBytes, Counter lookups) {
        this.results = results;
        this.mostBytes = mostBytes;
        this.lookups = lookups;
    }

    /** The count of the looks of the layers of all shards. */
    public static Counter counter(PrometheusRegistry registry) {
        Counter lookups = Counter.builder()
                .name("asyfleet_result_lookups_total")
                .help("Looks for a kept result, by whether there was one")
                .labelNames("found")
                .register(registry);
        lookups.initLabelValues("yes");
        lookups.initLabelValues("no");
        return lookups;
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        if (task.digest().isEmpty()) {
            return next.launch(task, client);
        }
        String digest = task.digest().get();
        Owner owner = task.owner();
        RecordedTask recorded = new RecordedTask(digest, client, owner);
        Owner.Timer patience = owner.after(PATIENCE, () -> recorded.begin(task, next));
        results.find(digest)
                .whenComplete((fields, failure) -> owner.execute(() -> {
                    patience.cancel();
                    Optional<List<ServerMessage>> kept = failure == null ? ResultFields.read(fields) : Optional.empty();
                    lookups.labelValues(kept.isPresent() ? "yes" : "no").inc();
                    kept.ifPresentOrElse(recorded::found, () -> recorded.begin(task, next));
                }));
        return recorded;
    }

    /**
     * A task that begins when it is known that no result is kept, or not soon enough. It passes everything on, and
     * records what a success consists of. Confined to the task's owner.
     */
    private final class RecordedTask extends LayeredTask {

        private final String digest;
        private final List<ServerMessage> parts = new ArrayList<>();
        private long bytes;

        RecordedTask(String digest, TaskListener client, Owner owner) {
            super(client, owner);
            this.digest = digest;
        }

        void found(List<ServerMessage> messages) {
            if (!hasBegun()) {
                messages.forEach(super::on);
            }
        }

        @Override
        public void on(ServerMessage message) {
            if (message instanceof ServerMessage.Output output) {
                record(output, output.contents().length);
            } else if (message instanceof ServerMessage.Result result) {
                record(result, result.contents().length);
            }
            super.on(message);
            // After it: the client waits for its answer, nobody for this.
            if (message instanceof ServerMessage.Complete complete && complete.success() && pays(complete)) {
                keep(complete);
            }
        }

        private void record(ServerMessage part, int size) {
            bytes += size;
            if (bytes <= mostBytes) {
                parts.add(part);
            } else {
                parts.clear();
            }
        }

        private boolean pays(ServerMessage.Complete complete) {
            return bytes <= mostBytes && (complete.timeMillis() == null || complete.timeMillis() >= LEAST_MILLIS);
        }

        private void keep(ServerMessage.Complete complete) {
            Map<String, byte[]> fields = ResultFields.write(parts, complete);
            results.store(digest, fields).exceptionally(failure -> {
                LOG.debug("result not kept reason={}", failure.toString());
                return false;
            });
        }
    }
}
