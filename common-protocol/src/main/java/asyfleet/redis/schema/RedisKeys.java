package asyfleet.redis.schema;

/**
 * The names of all keys, prefixes and channels of the Redis schema. {@code docs/redis.md} shows the same table, and a
 * test compares the two.
 *
 * <p>Names without a note come from the published schema of the queue, so that other programs that follow it can join
 * the fleet; those marked <em>added</em> carry what it leaves open.
 */
public final class RedisKeys {

    /** The consumer group of {@link #OUTCOMING} that all backends read as. */
    public static final String BACKEND_GROUP = "backend";

    /** INT, the last task ID. Written by submit_task.lua; never expires. */
    public static final String TASK_COUNTER = "task.counter";

    /**
     * Prefix of {@code task:ID} and of everything that belongs to one task. {@code task:ID} is a HASH of options, written
     * by submit_task.lua, read by the scheduler and the backend; 600 s, renewed while the client waits.
     */
    public static final String TASK = "task:";

    /** Suffix. HASH of file name to contents. Written by submit_task.lua, removed by the slot that loaded it; 600 s. */
    public static final String TASK_FILES = ":files";

    /** Suffix. LIST of WebSocket URLs, the last one counts. Written by claim_task.lua, read by the queue server; expires. */
    public static final String TASK_BACKEND = ":backend";

    /** Suffix. LIST of float seconds, the last one counts. Written by publish_estimates.lua; expires. */
    public static final String TASK_ESTIMATE = ":queue.estimate";

    /**
     * Suffix, added. LIST of float seconds: the duration the task now has, 0 halts it. Written by apply_decisions.lua,
     * read by the queue server; expires.
     */
    public static final String TASK_DURATION = ":duration";

    /** Suffix, added. LIST of reasons why the task will not run. Written by apply_decisions.lua; expires. */
    public static final String TASK_DENIED = ":denied";

    /** Prefix, added. STRING: the task ID that a submission with this nonce got. Written by submit_task.lua; 60 s. */
    public static final String SUBMISSION = "submission:";

    /** Channel, added. Task IDs joined by spaces, published by whoever writes to a task's lists. */
    public static final String TASK_UPDATED = "task.updated";

    /** LIST of task IDs, oldest first. Pushed by submit_task.lua; emptied only by take_events.lua; never expires. */
    public static final String INCOMING = "queue.incoming";

    /**
     * Prefix, added; a caller's name follows. SET of its tasks that were submitted, of which some may wait no more. Written
     * by submit_task.lua; an hour after the last.
     */
    public static final String QUEUE_CALLER = "queue.caller:";

    /**
     * Prefix, added; a priority, {@code :} and a caller's name follow. LIST of the caller's tasks that took their turn in the
     * queue, newest last, of which some may wait no more. Written by take_events.lua; twice the head start of a priority.
     */
    public static final String QUEUE_TURN = "queue.turn:";

    /** ZSET of waiting task IDs by order. Written by the scheduler's scripts, read by the statistics; never expires. */
    public static final String QUEUE = "queue";

    /**
     * HASH of task ID to the duration it asked for, empty for a default task. Written and read by the scheduler's scripts;
     * never expires.
     */
    public static final String DURATIONS = "queue.durations";

    /** HASH of task ID to the duration it has now. Written by the scheduler's scripts; never expires. */
    public static final String EXECUTING = "queue.executing";

    /**
     * STREAM of {task: ID}, and of {interactive: true} for shells, read by group {@link #BACKEND_GROUP}. Written by
     * apply_decisions.lua and hand_back_tasks.lua; never expires.
     */
    public static final String OUTCOMING = "queue.outcoming";

    /** SET of claimed task IDs. Written by claim_task.lua and finish_task.lua, read by sweep_fleet.lua; never expires. */
    public static final String PROCESSING = "queue.processing";

    /** LIST of task IDs that ended. Pushed by finish_task.lua and abandon_task.lua; emptied by take_events.lua. */
    public static final String FINISHED = "queue.finished";

    /** INT, the last backend ID. Written by register_backends.lua; never expires. */
    public static final String BACKEND_COUNTER = "backend.counter";

    /** SET of backend IDs. Written by register_backends.lua and sweep_fleet.lua; never expires. */
    public static final String BACKEND_SET = "backend.set";

    /**
     * LIST of backend IDs that came or left, and {@code tasks} for tasks that came back. Pushed by register_backends.lua and
     * renew_backends.lua; emptied by take_events.lua.
     */
    public static final String BACKEND_UPDATED = "backend.updated";

    /**
     * Prefix. STRING: the slot is alive if its process is. Holds the name of that; the published schema leaves it empty, and
     * such a slot has no other lease. Written by register_backends.lua and renew_backends.lua; 600 s, renewed.
     */
    public static final String BACKEND = "backend:";

    /**
     * Prefix, added; the name of a process follows. STRING, empty: the process is alive, and so are its slots. Written by
     * register_backends.lua and renew_backends.lua; lives as long as it is renewed.
     */
    public static final String BACKEND_PROCESS = "backend.process:";

    /**
     * Channel, added. The address of a backend process that nobody fetches tasks from; every queue server connects to it and
     * hangs up. Published by RedisBackendStore.
     */
    public static final String BACKEND_UNREACHED = "backend.unreached";

    /**
     * SET, added: backend processes that are to run nothing more, {@code *} for all. Written and read by
     * DrainedMachines; never expires.
     */
    public static final String BACKEND_DRAINED = "backend.drained";

    /** Prefix, added. STRING, empty: the queue server is alive. Written by ServerLease; lives as long as it is renewed. */
    public static final String SERVER = "server:";

    /**
     * Prefix, added. STRING: a recently uploaded file by its SHA-256, before which a caller's name stands where callers are
     * kept apart. Written by RecentFiles; configurable.
     */
    public static final String FILE = "file:";

    /** STRING, added: fencing token of the scheduler that decides. Written by acquire_leadership.lua; a few seconds. */
    public static final String LEADER = "scheduler.leader";

    /** INT, added: the last fencing token. Written by acquire_leadership.lua; never expires. */
    public static final String EPOCH = "scheduler.epoch";

    /**
     * HASH, added: counters of the whole fleet. Written by finish_task.lua, apply_decisions.lua and
     * count_foreign_task.lua; never expires.
     */
    public static final String STATS = "stats";

    /**
     * LIST, added: run times of the last finished tasks in milliseconds. Written by finish_task.lua and
     * count_foreign_task.lua; never expires.
     */
    public static final String STATS_TIMES = "stats.times";

    /**
     * HASH, added: backend process to what it made of its warm processes, and until when that counts as the figures of a
     * living process. Written by publish_pool.lua; never expires.
     */
    public static final String STATS_POOL = "stats.pool";

    /**
     * Prefix, added; {@code request:} or {@code task:} and a type follow. SET of queue servers that hold requests of the
     * type. Written by limit_requests.lua; a day, renewed while a request runs.
     */
    public static final String LIMITER_SERVERS = "limiter.servers:";

    /**
     * Prefix, added; a server, {@code :request:} or {@code :task:} and a type follow. ZSET of requests that the server
     * holds, all with the score 0. Written by limit_requests.lua; a day, renewed while a request runs, and void once the
     * server's lease ran out.
     */
    public static final String LIMITER_HELD = "limiter.held:";

    /**
     * Prefix, added; {@code request:} and a type follow. HASH: which request of one server claims the place of which request
     * of another, and until when that one's lease lasted. Written by limit_requests.lua; 600 s.
     */
    public static final String LIMITER_CLAIMS = "limiter.claims:";

    /** Prefix, added. STRING: the newest task of a named session. Written by hold_session.lua; a day, as shells live long. */
    public static final String SESSION = "session:";

    /** Channel, added. The holder of a session that a newer task took. Published by hold_session.lua. */
    public static final String SESSION_SUPERSEDED = "session.superseded";

    /** STRING, added: the programs that backends run and their versions. Written by Toolchain; never expires. */
    public static final String TOOLCHAIN = "fleet.toolchain";

    /** Prefix, added; a toolchain follows. STRING: its names as JSON, by gzip. Written by NameLists; 30 days. */
    public static final String NAMES = "names:";

    /** Prefix, added; a toolchain follows. STRING, empty: somebody wants its names. Written by NameLists; a minute. */
    public static final String NAMES_WANTED = "names.wanted:";

    /** Prefix, added; toolchain and digest follow. HASH: a finished result. Written by store_result.lua; configurable. */
    public static final String RESULT = "result:";

    /** ZSET, added: results by when they were last asked for. Written by store_result.lua; never expires. */
    public static final String RESULTS = "results";

    /** HASH, added: bytes of each result. Written by store_result.lua; never expires. */
    public static final String RESULTS_SIZES = "results.sizes";

    /** INT, added: bytes of all results. Written by store_result.lua; never expires. */
    public static final String RESULTS_BYTES = "results.bytes";

    /**
     * Prefix, added. HASH: an asynchronous task, its owner, state and outcome. Written by store_api_task.lua,
     * record_api_task.lua, finish_api_task.lua and release_api_task.lua; 600 s, renewed until it ends, then
     * configurable.
     */
    public static final String API_TASK = "api.task:";

    /** Suffix, added. LIST of events, each a name and JSON. Written by record_api_task.lua; lives as its task does. */
    public static final String API_TASK_EVENTS = ":events";

    /** Suffix, added. STRING: the image of an asynchronous task. Written by finish_api_task.lua; configurable. */
    public static final String API_TASK_IMAGE = ":image";

    /**
     * Suffix, added. HASH of figure number to its end, and of number, {@code .} and number of the image to the image. Written
     * by record_batch_figure.lua; an hour after its last figure, from the end of the batch on configurable.
     */
    public static final String API_TASK_FIGURES = ":figures";

    /** HASH, added: batch to its caller, of which some may have ended. Written by store_api_batch.lua; never expires. */
    public static final String API_BATCHES = "api.batches";

    /** SET, added: queue servers that own asynchronous tasks. Written by store_api_task.lua; never expires. */
    public static final String API_OWNERS = "api.owners";

    /** Prefix, added; a server follows. SET of its asynchronous tasks. Written by store_api_task.lua; never expires. */
    public static final String API_OWNED = "api.owned:";

    /** Channel, added. An asynchronous task's ID, and the word ended when it ended. Published by its scripts. */
    public static final String API_UPDATED = "api.updated";

    private RedisKeys() {}
}
