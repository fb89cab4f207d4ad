package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.cache.KeptResults;
import asyfleet.queueserver.count.CountedTasks;
import asyfleet.queueserver.digest.TaskDigests;
import asyfleet.queueserver.flow.TaskFlow;
import asyfleet.queueserver.limit.CallerLimit;
import asyfleet.queueserver.log.LoggedTasks;
import asyfleet.queueserver.share.Sharing;
import asyfleet.queueserver.stats.TaskTimes;
import asyfleet.queueserver.supersede.Superseding;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.reuse.Results;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * The road of every task of a shard from its door to the fleet: the list of the layers that it passes, in order. Messages of the
 * task come back through the same layers. What a request says of its tasks is read here, once, as {@link TaskTerms};
 * each layer takes what concerns it.
 */
final class TaskChain implements TaskEntry {

    private static final int RESULTS_THAT_FIT = 16;

    private final Callers callers;
    private final boolean apart;
    private final CallerLimit limit;
    private final List<TaskLayer> layers;
    private final TaskLauncher launcher;
    private final BiConsumer<Door, EndCode> endedAtDoor;
    private final TaskTimes times;

    private TaskChain(
            Callers callers,
            boolean apart,
            CallerLimit limit,
            List<TaskLayer> layers,
            TaskLauncher end,
            Counts counts) {
        this.callers = callers;
        this.apart = apart;
        this.limit = limit;
        this.layers = layers;
        this.launcher = chain(layers, end);
        this.endedAtDoor = counts.endedAtDoor;
        this.times = counts.times;
    }

    /**
     * The counts that the roads of all shards make together.
     *
     * @param counted the layer that needs no Redis, so one does for all
     * @param endedAtDoor the count of tasks that never come to that layer
     */
    record Counts(
            TaskLayer counted,
            BiConsumer<Door, EndCode> endedAtDoor,
            Counter superseded,
            Counter lookups,
            Counter shared,
            TaskTimes times) {}

    static Counts counts(PrometheusRegistry registry, TaskTimes times) {
        CountedTasks counted = new CountedTasks(registry, times);
        return new Counts(
                counted,
                counted::endedAtDoor,
                Superseding.counter(registry),
                KeptResults.counter(registry),
                Sharing.counter(registry),
                times);
    }

    /** Opens the layers, as far as they are switched on; blocks meanwhile. */
    static TaskChain open(
            QueueServerSettings settings,
            OpenParts parts,
            Redis redis,
            FleetSide fleet,
            Callers callers,
            Counts counts) {
        QueueServerSettings.Reuse reuse = settings.fleet().reuse();
        boolean keeps = !reuse.resultLife().isZero();
        CallerLimit limit =
                new CallerLimit(fleet.limiter(), settings.access().share().tasks(), counts.endedAtDoor);
        List<TaskLayer> layers = List.of(
                new LoggedTasks(),
                limit,
                reuse.supersede()
                        ? parts.opened(new Superseding(redis, fleet.store().serverId(), counts.superseded))
                        : TaskLayer.NONE,
                keeps || reuse.share() ? parts.opened(new TaskDigests()) : TaskLayer.NONE,
                keeps ? keptResults(redis, reuse, counts.lookups) : TaskLayer.NONE,
                reuse.share() ? new Sharing(counts.shared) : TaskLayer.NONE,
                counts.counted);
        boolean apart = settings.access().keepsCallersApart();
        return new TaskChain(callers, apart, limit, layers, TaskFlow.launcher(fleet.flows()), counts);
    }

    private static KeptResults keptResults(Redis redis, QueueServerSettings.Reuse reuse, Counter lookups) {
        Results results = new Results(redis, reuse.resultLife(), reuse.resultBytes());
        return new KeptResults(results, reuse.resultBytes() / RESULTS_THAT_FIT, lookups);
    }

    /** For the test of their order; those that are switched off are {@link TaskLayer#NONE}. */
    List<TaskLayer> layers() {
        return layers;
    }

    /** The launcher of the first layer. */
    static TaskLauncher chain(List<TaskLayer> layers, TaskLauncher end) {
        if (layers.isEmpty()) {
            return end;
        }
        TaskLayer first = layers.get(0);
        TaskLauncher next = chain(layers.subList(1, layers.size()), end);
        return (task, client) -> first.launch(task, client, next);
    }

    @Override
    public TaskTerms termsOf(Request request) {
        return TaskTerms.of(request, callers.of(request), apart);
    }

    @Override
    public Duration retryAfter() {
        return times.retryAfter();
    }

    @Override
    public CompletionStage<TaskTerms> admit(TaskTerms terms) {
        return limit.admit(terms.caller()).thenApply(terms::with);
    }

    @Override
    public void endedAtDoor(TaskTerms terms, Door door, Verdict verdict) {
        endedAtDoor.accept(door, verdict.code());
        LoggedTasks.endedAtDoor(terms, door, verdict);
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client) {
        return launcher.launch(task, client);
    }

    /** Others may have taken this server for dead in the meantime. */
    void leaseLapsed() {
        limit.leaseLapsed();
    }
}
