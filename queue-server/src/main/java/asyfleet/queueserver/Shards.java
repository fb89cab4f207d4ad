package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.config.StartFailure;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.operations.Readiness;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.shard.ShardChoice;
import asyfleet.queueserver.shard.ShardState;
import asyfleet.queueserver.shard.ShardStore;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.tasks.stored.TaskId;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.WriteCheck;
import asyfleet.redis.queueserver.FleetSnapshot;
import asyfleet.redis.queueserver.QueueServerStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The shards of a queue server, and which of them a request is for: new tasks go to the shard of their caller, questions
 * about a task to the shard in its ID, the request limiter to the one shard that holds its counts. With one shard there is
 * nothing to choose, and nothing is watched.
 *
 * <p>As a {@link TaskEntry} it stands before the layers of {@link TaskChain}, because limits, sessions and kept results are
 * those of a shard.
 */
final class Shards implements TaskEntry, AutoCloseable {

    private final ShardContext context;

    /** In the order of the settings; not empty. */
    private final List<KnownShard> all;

    private final Optional<ShardWatch> watch;

    private Shards(ShardContext context, List<KnownShard> all, Optional<ShardWatch> watch) {
        this.context = context;
        this.all = all;
        this.watch = watch;
    }

    /**
     * Opens the shards that are there, at least one; blocks meanwhile.
     *
     * @throws StartFailure if none is there, or one refuses
     */
    static Shards open(ShardContext context, ShardMetrics metrics) {
        List<KnownShard> all = context.settings().fleet().shards().stream()
                .map(KnownShard::new)
                .toList();
        if (all.size() == 1) {
            all.get(0).open(context, metrics.redis());
            return new Shards(context, all, Optional.empty());
        }
        requireTagsApart(all);
        ShardWatch watch = new ShardWatch(all, context, metrics);
        Shards shards = new Shards(context, all, Optional.of(watch));
        try {
            watch.openFirst(context.settings().fleet().shards().get(0).patience());
            return shards;
        } catch (RuntimeException e) {
            shards.close();
            throw e;
        }
    }

    private static void requireTagsApart(List<KnownShard> all) {
        if (all.stream().map(shard -> shard.name().tag()).distinct().count() < all.size()) {
            throw new StartFailure("Two shards would begin their IDs alike; name one of them by another address");
        }
    }

    /** Keeps the leases alive from now on, and opens shards that are not there yet. Called when the server listens. */
    void begin() {
        opened().forEach(Shard::begin);
        watch.ifPresent(ShardWatch::begin);
    }

    /**
     * A fleet without a backend or a scheduler is a remark: the server takes tasks, and tells those who wait. If it were not
     * ready, a proxy would take out all servers at once, and a fleet that is scaled from zero would never get its first task.
     */
    void addChecks(Readiness readiness) {
        readiness.addRemark(
                "scheduler", () -> somewhere(QueueServerStore::isLed, "no scheduler leads, tasks wait for one"));
        readiness.addRemark(
                "backends",
                () -> somewhere(QueueServerStore::hasBackends, "no backend in the fleet, tasks wait for one"));
        if (watch.isEmpty()) {
            readiness.add("redis", () -> WriteCheck.ask(first().redis()));
        } else {
            readiness.add(
                    "shards",
                    () -> up().isEmpty()
                            ? CompletableFuture.failedStage(new IllegalStateException("no shard answers"))
                            : CompletableFuture.completedStage(true));
        }
    }

    private CompletionStage<?> somewhere(
            Function<QueueServerStore, CompletionStage<Boolean>> question, String otherwise) {
        return up().stream()
                .map(shard -> question.apply(shard.store()))
                .reduce(
                        CompletableFuture.completedStage(false),
                        (one, other) -> one.thenCombine(other, Boolean::logicalOr))
                .thenApply(found -> {
                    if (!found) {
                        throw new IllegalStateException(otherwise);
                    }
                    return true;
                });
    }

    // Which shard

    /** The one for new tasks of a caller. */
    Shard of(Caller caller) {
        return watch.isEmpty() ? first() : chosen(ShardChoice.ofCaller(caller.name(), states()));
    }

    Shard ofCaller(Request request) {
        return of(context.callers().of(request));
    }

    /** The one in the ID that the path names; an ID of none of them is looked for in the first, which may be older than tags. */
    Shard ofId(Request request) {
        String id = TaskId.of(request);
        return all.stream()
                .filter(shard -> shard.name().isOf(id))
                .findFirst()
                .orElse(all.get(0))
                .opened()
                .orElseThrow(RenderAnswer::unavailable);
    }

    /** The one that {@code ?shard=} names; an operator of several must name one. */
    Shard ofQuery(Request request) {
        if (watch.isEmpty()) {
            return first();
        }
        String asked = request.query("shard").orElse("");
        return all.stream()
                .filter(shard -> shard.name().address().equals(asked))
                .findFirst()
                .orElseThrow(() -> HttpError.badRequest("shard is " + Excerpt.of(asked) + "; expected one of "
                        + all.stream().map(shard -> shard.name().address()).collect(Collectors.joining(", "))))
                .opened()
                .orElseThrow(RenderAnswer::unavailable);
    }

    /** The one that holds the counts of the request limiter. */
    Shard ofLimiter() {
        return watch.map(ShardWatch::limiterHome).orElseGet(this::first);
    }

    /** That of a shard with backends, for what is the same in all, such as their programs. */
    Redis someRedis() {
        return of(new Caller("", false)).redis();
    }

    private Shard first() {
        for (KnownShard shard : all) {
            if (shard.opened().isPresent()) {
                return shard.opened().get();
            }
        }
        throw new IllegalStateException("no shard is open");
    }

    private List<Shard> opened() {
        return all.stream().flatMap(shard -> shard.opened().stream()).toList();
    }

    /** Of those that are open. */
    private List<ShardState> states() {
        return all.stream()
                .filter(shard -> shard.opened().isPresent())
                .map(KnownShard::state)
                .toList();
    }

    private Shard chosen(ShardState state) {
        return all.stream()
                .filter(shard -> shard.name().equals(state.name()))
                .findFirst()
                .flatMap(KnownShard::opened)
                .orElseThrow();
    }

    // All of them

    /** Those whose Redis answers, as far as is known. */
    private List<Shard> up() {
        return watch.isEmpty()
                ? opened()
                : all.stream()
                        .filter(shard -> shard.state().answers())
                        .flatMap(shard -> shard.opened().stream())
                        .toList();
    }

    /** For those who show the fleet in numbers. */
    List<ShardStore> stores() {
        List<Shard> up = up();
        return all.stream()
                .map(shard -> new ShardStore(
                        shard.name().address(),
                        shard.opened().filter(up::contains).map(Shard::store)))
                .toList();
    }

    /** All shards that are up as one fleet. */
    CompletionStage<FleetSnapshot> snapshot() {
        return up().stream()
                .map(shard -> shard.store().snapshot())
                .reduce((one, other) -> one.thenCombine(other, FleetSnapshot::plus))
                .orElseGet(() -> CompletableFuture.failedStage(new IllegalStateException("no shard answers")));
    }

    /** Names this server to people. */
    String serverId() {
        return first().store().serverId();
    }

    /** A thread for what belongs to no shard. Nothing on it may take long. */
    ScheduledExecutorService thread() {
        return first().thread();
    }

    void endStreams() {
        opened().forEach(shard -> shard.tasks().endStreams());
    }

    // The way of tasks whose clients wait

    @Override
    public TaskTerms termsOf(Request request) {
        return first().chain().termsOf(request);
    }

    @Override
    public Duration retryAfter() {
        return context.counts().times().retryAfter();
    }

    @Override
    public CompletionStage<TaskTerms> admit(TaskTerms terms) {
        return of(terms.caller()).chain().admit(terms);
    }

    @Override
    public void endedAtDoor(TaskTerms terms, Door door, Verdict verdict) {
        of(terms.caller()).chain().endedAtDoor(terms, door, verdict);
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client) {
        return of(task.terms().caller()).chain().launch(task, client);
    }

    @Override
    public void close() {
        watch.ifPresent(ShardWatch::close);
        OpenParts parts = new OpenParts(); // one that fails to close leaves no other open
        opened().forEach(parts::opened);
        parts.close();
    }
}
