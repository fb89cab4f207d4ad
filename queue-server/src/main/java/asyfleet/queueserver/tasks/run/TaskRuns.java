package asyfleet.queueserver.tasks.run;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.tasks.stored.StoredOutcome;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.connection.RedisFailure;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The asynchronous tasks that this queue server runs: those that it took, and those that it adopted from one that died.
 *
 * <p>A task is in the map from before it is stored in Redis until it has ended there, so what Redis names as this
 * server's and the map does not hold was adopted with a lost reply, and is begun. Whoever removes a task from the map
 * goes on to tell its webhook, hence nobody else does. Touched by event loops, the server's thread and Lettuce's
 * threads: a concurrent map. It holds no more tasks than this server has in the fleet, which the queue bounds.
 */
public final class TaskRuns {

    private static final Logger LOG = LoggerFactory.getLogger(TaskRuns.class);

    /** A task whose owners keep dying may be what kills them. */
    private static final int MOST_ADOPTIONS = 3;

    private final ApiTasks tasks;
    private final ApiTaskOwner server;
    private final Supplier<Owner> owners;
    private final TaskEntry entry;
    private final Webhooks webhooks;
    private final Map<String, Begun> runs = new ConcurrentHashMap<>();

    private final BatchHeir batches;

    private record Begun(TaskTrace names, OwnedRun run, Optional<String> webhook) {}

    /** The one who goes on with batches of queue servers that died. */
    @FunctionalInterface
    public interface BatchHeir {

        /**
         * @param events how many were told
         * @param whenOver to be called when the batch has ended in Redis, or is not this server's any more
         */
        OwnedRun resume(String id, ApiTask batch, Map<String, byte[]> files, long events, Runnable whenOver);
    }

    /** @param owners the threads that tasks belong to, in turn */
    public TaskRuns(
            ApiTasks tasks,
            ApiTaskOwner server,
            Supplier<Owner> owners,
            TaskEntry entry,
            Webhooks webhooks,
            BatchHeir batches) {
        this.tasks = tasks;
        this.server = server;
        this.owners = owners;
        this.entry = entry;
        this.webhooks = webhooks;
        this.batches = batches;
    }

    /** A task of a client of this server, checked. */
    public record NewTask(String id, TaskRequest request, TaskTerms terms, Optional<String> webhook) {

        public NewTask {
            terms = terms.withId(id);
        }
    }

    /**
     * Stores the task, with some patience, and begins it. Empty when it did, and then the task comes before all that its client asks for next;
     * else how many tasks wait already.
     */
    public CompletionStage<Optional<Long>> take(NewTask task, int mostWaiting) {
        ApiTasks.Contents contents = new ApiTasks.Contents(
                StoredRequest.fields(task.request, task.webhook, task.terms, System.currentTimeMillis()),
                task.request.files());
        TaskTrace names = task.terms.trace();
        SingleRun run =
                create(names, contents, Before.NOTHING, single -> single.run.begin(entry, task.request, task.terms));
        return take(
                new Begun(names, run, task.webhook), () -> tasks.store(task.id, server.id(), contents, mostWaiting));
    }

    /**
     * The same for a batch.
     *
     * @param names with its ID
     * @param store yields nothing when stored; else why not
     */
    public CompletionStage<Optional<Long>> takeBatch(
            TaskTrace names, Function<Runnable, OwnedRun> create, Supplier<CompletionStage<Optional<Long>>> store) {
        OwnedRun run = create.apply(() -> over(names.id().orElseThrow()));
        return take(new Begun(names, run, Optional.empty()), store);
    }

    private CompletionStage<Optional<Long>> take(Begun begun, Supplier<CompletionStage<Optional<Long>>> store) {
        String id = begun.names.id().orElseThrow();
        runs.put(id, begun);
        return new Storing(begun.names, begun.run.owner(), store, () -> tasks.remove(id))
                .begin()
                .whenComplete((full, failure) -> {
                    if (failure != null || full.isPresent()) {
                        runs.remove(id);
                    }
                })
                .thenApplyAsync(
                        full -> {
                            if (full.isEmpty()) {
                                begun.run.begin();
                            }
                            return full;
                        },
                        begun.run.owner());
    }

    /** The past of a task: events that were told, and how long its client has waited. */
    private record Before(long events, Duration waited) {

        static final Before NOTHING = new Before(0, Duration.ZERO);
    }

    private SingleRun create(
            TaskTrace names, ApiTasks.Contents contents, Before before, Consumer<SingleRun> beginning) {
        Owner owner = owners.get();
        String id = names.id().orElseThrow();
        Journal journal = new Journal(names, server.id(), owner, contents, tasks, before.events, () -> over(id));
        return new SingleRun(names, new ApiTaskRun(owner, journal, before.waited), journal, owner, beginning);
    }

    /** A task of one figure. */
    private record SingleRun(
            TaskTrace names, ApiTaskRun run, Journal journal, Owner owner, Consumer<SingleRun> beginning)
            implements OwnedRun {

        @Override
        public void begin() {
            beginning.accept(this);
        }

        @Override
        public void stop() {
            run.stop();
        }

        @Override
        public void putBack() {
            if (run.isRunning()) {
                LOG.warn("put back {}", names);
                journal.restore(); // if it fails, keeping or the next write finds out
            }
        }
    }

    /** The task has ended, or is not this server's any more; any thread. */
    public void over(String id) {
        Begun begun = runs.remove(id);
        if (begun != null) {
            begun.run.owner().execute(begun.run::stop);
            begun.webhook.ifPresent(url -> webhooks.tell(begun.names, url));
        }
    }

    /** Adopts tasks of queue servers that are dead. Yields those that have no lease; see {@link Adoption}. */
    CompletionStage<List<String>> adopt(Set<String> dead) {
        return server.adopt(dead).thenApply(look -> {
            look.adopted().forEach(this::resume);
            return look.lapsed();
        });
    }

    /**
     * Keeps the tasks of this server alive in Redis, begins those that it was given with a lost reply, and puts back those
     * that Redis lost.
     */
    public void keep() {
        server.keep().whenComplete((ids, failure) -> {
            if (failure == null) {
                ids.stream().filter(id -> !runs.containsKey(id)).forEach(this::resume);
                Set<String> kept = Set.copyOf(ids);
                runs.keySet().stream().filter(id -> !kept.contains(id)).forEach(this::restore);
            } else {
                LOG.warn("tasks not kept reason={}", RedisFailure.inWords(failure));
            }
        });
    }

    /** One that is not stored yet, or has just ended, is missing as well: the first has not begun, the second is there. */
    private void restore(String id) {
        Begun begun = runs.get(id);
        if (begun != null) {
            begun.run.owner().execute(begun.run::putBack);
        }
    }

    private void resume(String id) {
        tasks.find(id)
                .thenCombine(tasks.findFiles(id), (task, files) -> new Found(id, task, files))
                .thenCombine(tasks.countEvents(id), this::resume)
                .exceptionally(failure -> {
                    LOG.warn("task not resumed id={} reason={}", id, failure.toString()); // keeping finds it again
                    return false;
                });
    }

    private record Found(String id, Optional<ApiTask> task, Map<String, byte[]> files) {}

    private boolean resume(Found found, long events) {
        boolean ours = found.task.map(task -> task.owner().equals(server.id())).orElse(false);
        if (!ours) {
            return false;
        }
        ApiTask task = found.task.get();
        TaskTrace names = StoredRequest.trace(found.id, task);
        Optional<String> webhook = task.field(StoredRequest.WEBHOOK);
        if (task.hasEnded()) {
            webhook.ifPresent(url -> webhooks.tell(names, url));
            return false;
        }
        OwnedRun run = task.isBatch()
                ? batches.resume(found.id, task, found.files, events, () -> over(found.id))
                : single(names, found, events);
        // Adopting and keeping may both find it.
        boolean first = runs.putIfAbsent(found.id, new Begun(names, run, webhook)) == null;
        if (first) {
            LOG.info("adopted adoptions={} {}", task.adoptions(), names);
            run.owner().execute(run::begin);
        }
        return first;
    }

    private OwnedRun single(TaskTrace names, Found found, long events) {
        ApiTask task = found.task.orElseThrow();
        Before before = new Before(events, StoredRequest.age(task, System.currentTimeMillis()));
        ApiTasks.Contents contents = new ApiTasks.Contents(task.lasting(), found.files);
        return create(names, contents, before, single -> runAgain(single, found));
    }

    private void runAgain(SingleRun begun, Found found) {
        ApiTask task = found.task.orElseThrow();
        TaskTerms terms = TaskTerms.adopted(StoredRequest.caller(task), begun.names);
        if (task.adoptions() > MOST_ADOPTIONS || found.files.isEmpty()) {
            String error = "The queue servers of this task were lost " + task.adoptions()
                    + " times; the fault is not in the program";
            Duration waited = StoredRequest.age(task, System.currentTimeMillis());
            Verdict verdict = Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET);
            entry.endedAtDoor(terms, StoredRequest.door(task), verdict);
            begun.journal.end(StoredOutcome.withoutRun(error, verdict, waited));
            return;
        }
        begun.journal.restarted();
        begun.run.begin(entry, StoredRequest.read(task, found.files), terms);
    }
}
