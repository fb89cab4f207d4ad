package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.queueserver.admin.AdminDoor;
import asyfleet.queueserver.limiter.HeartbeatTimes;
import asyfleet.queueserver.limiter.LimiterDoor;
import asyfleet.queueserver.session.FileCache;
import asyfleet.queueserver.session.QueuedFileCache;
import asyfleet.queueserver.session.RedisFileCache;
import asyfleet.queueserver.shard.ShardName;
import asyfleet.queueserver.shard.ShardState;
import asyfleet.queueserver.tasks.AsyncTasks;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.WriteCheck;
import asyfleet.redis.queueserver.FleetAdmin;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.reuse.RecentFiles;
import asyfleet.redis.schema.DrainedMachines;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A queue server's part in one shard: all that uses its one Redis. A shard knows nothing of others; most queue servers have
 * one.
 */
final class Shard implements AutoCloseable {

    private final OpenParts parts;
    private final ShardName name;
    private final Redis redis;
    private final FleetSide fleet;
    private final TaskChain chain;
    private final FileCache files;
    private final AsyncTasks tasks;
    private final LimiterDoor limiter;
    private final AdminDoor admin;

    private Shard(ShardName name, Redis redis, ShardContext context, OpenParts parts) {
        this.parts = parts;
        this.name = name;
        this.redis = redis;
        QueueServerSettings settings = context.settings();
        this.fleet = parts.opened(new FleetSide(settings, redis, context.threads(), context.waiting()));
        this.chain = TaskChain.open(settings, parts, redis, fleet, context.callers(), context.counts());
        RecentFiles recent = new RecentFiles(redis, settings.fleet().lifetimes().file());
        this.files = new QueuedFileCache(new RedisFileCache(recent), fleet.thread());
        this.tasks = parts.opened(AsyncTasks.open(
                name.tag(),
                redis,
                fleet.store(),
                fleet.thread(),
                context.owners(),
                chain,
                context.rules(),
                settings.tasks()));
        this.limiter = new LimiterDoor(
                fleet.limiter(), request -> context.callers().of(request).name(), HeartbeatTimes.OF_THE_PROTOCOL);
        this.admin = new AdminDoor(new FleetAdmin(redis), new DrainedMachines(redis), fleet.store(), tasks::abort);
    }

    /** Takes the connection, which it closes if it fails, and leaves to the context if not; blocks meanwhile. */
    static Shard open(ShardName name, Redis redis, ShardContext context) {
        try {
            Shard opened = OpenParts.start(parts -> new Shard(name, redis, context, parts));
            context.connections().opened(redis);
            return opened;
        } catch (RuntimeException e) {
            redis.close();
            throw e;
        }
    }

    /** Keeps its lease alive from now on. Called when the server listens. */
    void begin() {
        fleet.begin(() -> {
            limiter.leaseLapsed();
            chain.leaseLapsed();
            tasks.leaseLapsed();
        });
    }

    /** How it is now; fails if its Redis does not answer or takes no writes. */
    CompletionStage<ShardState> look() {
        return WriteCheck.ask(redis)
                .thenCombine(fleet.store().stats(), (writes, now) -> now)
                .thenCombine(fleet.store().isLed(), (now, led) -> ShardState.of(name, now, led));
    }

    /** Its own thread, for what belongs to no single task. */
    ScheduledExecutorService thread() {
        return fleet.thread();
    }

    Redis redis() {
        return redis;
    }

    QueueServerStore store() {
        return fleet.store();
    }

    /** The road of its tasks. */
    TaskChain chain() {
        return chain;
    }

    FileCache files() {
        return files;
    }

    AsyncTasks tasks() {
        return tasks;
    }

    LimiterDoor limiter() {
        return limiter;
    }

    AdminDoor admin() {
        return admin;
    }

    /** Leaves the fleet. Its Redis is closed later, see {@link ShardContext}. */
    @Override
    public void close() {
        parts.close();
    }
}
