package asyfleet.queueserver.share;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.PendingCommands;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;
import asyfleet.queueserver.submission.TaskRequest;
import asyfleet.redis.reuse.Results;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a result that is still kept instead of running the same task again. Only successes are kept: a timeout may have
 * been the load's fault, and a fault of the fleet is nobody's result.
 */
public final class KeptResults implements TaskHandle.Launcher {

    private static final Logger LOG = LoggerFactory.getLogger(KeptResults.class);

    /** Looking is to save time. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final TaskHandle.Launcher launcher;
    private final Results results;
    private final long mostBytes;
    private final ReuseMetrics metrics;

    /** @param mostBytes of one result; a larger one is not worth the many small ones it would push out */
    public KeptResults(TaskHandle.Launcher launcher, Results results, long mostBytes, ReuseMetrics metrics) {
        this.launcher = launcher;
        this.results = results;
        this.mostBytes = mostBytes;
        this.metrics = metrics;
    }

    @Override
    public TaskHandle launch(TaskRequest request, TaskListener listener, Owner owner) {
        if (request.options().interactive()) {
            return launcher.launch(request, listener, owner);
        }
        String digest = TaskDigest.of(request);
        Lookup lookup = new Lookup(listener, owner);
        Runnable run = () -> lookup.notFound(() -> launcher.launch(request, new Recorder(digest, listener), owner));
        owner.after(PATIENCE, run);
        results.find(digest)
                .whenComplete((fields, failure) -> owner.execute(() -> {
                    Optional<List<ServerMessage>> kept = failure == null ? ResultFields.read(fields) : Optional.empty();
                    metrics.lookedUp(kept.isPresent());
                    kept.ifPresentOrElse(lookup::found, run);
                }));
        return lookup;
    }

    /** Passes everything on, and keeps what a success consists of. Confined to the task's owner. */
    private final class Recorder implements TaskListener {

        private final String digest;
        private final TaskListener client;
        private final List<ServerMessage> parts = new ArrayList<>();
        private long bytes;

        Recorder(String digest, TaskListener client) {
            this.digest = digest;
            this.client = client;
        }

        @Override
        public void on(ServerMessage message) {
            if (message instanceof ServerMessage.Output output) {
                record(output, output.contents().length);
            } else if (message instanceof ServerMessage.Result result) {
                record(result, result.contents().length);
            }
            client.on(message);
            // After it: the client waits for its answer, nobody for this.
            if (message instanceof ServerMessage.Complete complete && complete.success() && bytes <= mostBytes) {
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

        private void keep(ServerMessage.Complete complete) {
            Map<String, byte[]> fields = ResultFields.write(parts, complete);
            results.store(digest, fields).exceptionally(failure -> {
                LOG.debug("result not kept reason={}", failure.toString());
                return false;
            });
        }
    }

    /** A task that begins when it is known that no result is kept, or not soon enough. Confined to the task's owner. */
    private static final class Lookup implements TaskHandle {

        private final TaskListener client;
        private final Owner owner;
        private TaskHandle task;
        private boolean over;
        private final PendingCommands early = new PendingCommands();

        Lookup(TaskListener client, Owner owner) {
            this.client = client;
            this.owner = owner;
        }

        void found(List<ServerMessage> messages) {
            assert owner.isCurrentThread();
            if (!over) {
                over = true;
                messages.forEach(client::on);
            }
        }

        void notFound(Supplier<TaskHandle> begin) {
            assert owner.isCurrentThread();
            if (!over) {
                over = true;
                task = begin.get();
                early.tell(task::shorten, task::input);
            }
        }

        @Override
        public void input(ClientMessage.Input input) {
            throw new IllegalStateException("a task that takes input is never looked up");
        }

        @Override
        public void shorten(int timeoutMillis) {
            if (task == null) {
                early.shorten(timeoutMillis);
            } else {
                task.shorten(timeoutMillis);
            }
        }

        @Override
        public void abort(EndCode why) {
            over = true;
            if (task != null) {
                task.abort(why);
            }
        }
    }
}
