package asyfleet.lab.chaos.fleet;

import asyfleet.backend.BackendMain;
import asyfleet.config.OpenParts;
import asyfleet.config.StartFailure;
import asyfleet.lab.chaos.proxy.FreePorts;
import asyfleet.lab.chaos.proxy.ProxyLink;
import asyfleet.process.ChildCommand;
import asyfleet.queueserver.QueueServerMain;
import asyfleet.scheduler.SchedulerMain;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A whole fleet of supervised processes. Clients reach the queue servers through a balancer, queue servers reach each
 * backend through a link, and every service reaches Redis through a link of its own.
 *
 * <p>Its lists do not change once it is started: any thread may use it.
 */
public final class ChaosFleet implements AutoCloseable {

    /** For the request limiter. */
    public static final String LIMITER_TOKEN = "chaos";

    /** Level 0, for endless figures, and the level of the others. */
    public static final Duration SHORT_LEVEL = Duration.ofSeconds(5);

    public static final Duration LONG_LEVEL = Duration.ofSeconds(20);

    /** As {@link #SLOW_SHARE} says it. */
    private static final String LEVELS = "5s=100%,20s=80%";

    static final double SLOW_SHARE = 0.8;

    /** How long a task may wait. Shorter than usual, so that a run sees what happens after it. */
    public static final Duration QUEUE_TIMEOUT = Duration.ofSeconds(40);

    /** How long a queue server that is told to end serves on. */
    public static final Duration LAME_DUCK = Duration.ofSeconds(3);

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final String RING_SECRET = "chaos-ring";
    private static final String WITH_SMALL_DISK = "backend1";

    /** The ring says nothing of itself. After this time the leases of slots that it had before have ended. */
    private static final Predicate<SupervisedProcess> QUIET = member -> member.runsFor(Duration.ofSeconds(4));

    private final FleetLayout layout;
    private final RunDirectory directory;
    private final int webhookPort;
    private final OpenParts parts;
    private final FreePorts ports = new FreePorts();
    private final ReadyQuestions readiness = new ReadyQuestions();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private final RedisSide redis;
    private final List<SupervisedProcess> members = new ArrayList<>();
    private final Map<String, Integer> portsOf = new HashMap<>();
    private final Map<String, ProxyLink> redisLinks = new HashMap<>();
    private final Map<String, ProxyLink> backendLinks = new HashMap<>();
    private final AtomicInteger turn = new AtomicInteger(); // taken by event loops
    private final boolean smallDisk;
    private final ProxyLink front;

    private ChaosFleet(FleetLayout layout, Path directory, int webhookPort, OpenParts parts) {
        this.layout = layout;
        this.directory = new RunDirectory(directory);
        this.webhookPort = webhookPort;
        this.parts = parts;
        this.smallDisk = SmallDisk.isPossible(this.directory.work(WITH_SMALL_DISK));
        parts.opened(() -> loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly());
        this.redis = layout.sentinel()
                ? RedisSide.withSentinels(this.directory, ports)
                : RedisSide.single(this.directory, ports);
        redis.members().forEach(this::run);
        redis.members().forEach(member -> member.awaitReady(START_LIMIT));
        addServices();
        this.front = parts.opened(new ProxyLink(loops, ports.take(), this::queueServerPorts));
        services().forEach(member -> member.awaitReady(START_LIMIT));
    }

    /**
     * Starts everything and waits until it is ready.
     *
     * @param webhookPort where the webhooks of the clients listen
     */
    public static ChaosFleet start(FleetLayout layout, Path directory, int webhookPort) {
        return OpenParts.start(parts -> new ChaosFleet(layout, directory, webhookPort, parts));
    }

    /**
     * Empties the directory of a fleet that is to be started: a Redis would load the data of an earlier run.
     *
     * @throws StartFailure if it holds what no earlier run made
     */
    public static void prepare(Path directory) {
        RunDirectory.prepare(directory);
    }

    private void addServices() {
        for (int i = 1; i <= layout.schedulers(); i++) {
            service(
                    "scheduler" + i,
                    MemberRole.SCHEDULER,
                    SchedulerMain.class,
                    Map.of("ASYFLEET_LEVELS", LEVELS, "QUEUE_TIMEOUT", QUEUE_TIMEOUT.toSeconds() + "s"));
        }
        for (int i = 1; i <= layout.backends(); i++) {
            backend("backend" + i);
        }
        for (int i = 1; i <= layout.queueServers(); i++) {
            service("queue-server" + i, MemberRole.QUEUE_SERVER, QueueServerMain.class, queueServerSettings());
        }
        if (layout.ring()) {
            addRing();
        }
    }

    /** Results are kept for a short time, so that a run of some minutes sees as many keys come as go. */
    private Map<String, String> queueServerSettings() {
        return Map.of(
                "ASYFLEET_TIMEOUTS", "5s,20s",
                "ASYFLEET_LAME_DUCK", LAME_DUCK.toSeconds() + "s",
                "ASYFLEET_FILE_LIFE", "1m",
                "ASYFLEET_RESULT_LIFE", "1m",
                "ASYFLEET_TASK_RESULT_LIFE", "2m",
                "AUTH_TOKEN", LIMITER_TOKEN,
                "ASYFLEET_WEBHOOK_HOSTS", "http://127.0.0.1:" + webhookPort);
    }

    private void backend(String name) {
        int port = ports.take();
        int advertised = ports.take();
        backendLinks.put(name, parts.opened(new ProxyLink(loops, advertised, () -> List.of(port))));
        portsOf.put(name, port);
        service(
                name,
                MemberRole.BACKEND,
                BackendMain.class,
                Map.of(
                        "ASYFLEET_SLOTS", String.valueOf(layout.slotsPerBackend()),
                        "ASYFLEET_STATE_DIR",
                                directory.work(name).resolve("state").toString(),
                        "ASYFLEET_ADVERTISE_PORT", String.valueOf(advertised)));
    }

    /** A service of ours on a port of its own, which says at {@code /readyz} how it is. */
    private void service(String name, MemberRole role, Class<?> main, Map<String, String> environment) {
        int port = portsOf.computeIfAbsent(name, any -> ports.take());
        ChildCommand command = java(name, main.getName())
                .with(Map.of("REDIS_URL", redisUri(name), "PORT", String.valueOf(port), "BIND_ADDRESS", "127.0.0.1"))
                .with(environment);
        boolean small = smallDisk && name.equals(WITH_SMALL_DISK);
        ChildCommand placed = small ? SmallDisk.under(command, directory.work(name)) : command;
        run(new SupervisedProcess(name, role, directory.logged(name, placed), any -> readiness.isReady(port)));
    }

    private void addRing() {
        int ringPort = ports.take();
        Map<String, String> both = Map.of("ASYFLEET_RING_SECRET", RING_SECRET, "ASYFLEET_RING_PROGRESS", "none");
        ChildCommand gateway = java("gateway", "asyfleet.ring.RingMain", "manager")
                .with(both)
                .with(Map.of(
                        "ASYFLEET_RING_REDIS", redisUri("gateway"),
                        "ASYFLEET_RING_PORT", String.valueOf(ringPort),
                        "ASYFLEET_RING_TASKS_PORT", String.valueOf(ports.take())));
        run(new SupervisedProcess("gateway", MemberRole.GATEWAY, directory.logged("gateway", gateway), QUIET));
        ChildCommand runner = java("runner", "asyfleet.ring.RingMain", "runner", "1", "--separate", "--stay")
                .with(both)
                .with(Map.of(
                        "ASYFLEET_RING_CONNECT",
                        "127.0.0.1:" + ringPort,
                        "ASYFLEET_STATE_DIR",
                        directory.work("runner").resolve("state").toString()));
        run(new SupervisedProcess("runner", MemberRole.RUNNER, directory.logged("runner", runner), QUIET));
    }

    /** With a small heap and the quick compiler: there are many on one machine, and they start often. */
    private ChildCommand java(String name, String main, String... arguments) {
        return ChildCommand.java(main, arguments)
                .withJvm(
                        "-Xmx160m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xlog:gc:file=" + directory.of(name).resolve(HeapLog.NAME) + ":none:filecount=0",
                        "-Djava.io.tmpdir=" + directory.work(name));
    }

    private String redisUri(String name) {
        if (redis.hasSentinels()) {
            return redis.sentinelUri();
        }
        int master = redis.masterPort();
        ProxyLink link = parts.opened(new ProxyLink(loops, ports.take(), () -> List.of(master)));
        redisLinks.put(name, link);
        return "redis://127.0.0.1:" + link.port();
    }

    private void run(SupervisedProcess member) {
        members.add(member);
        parts.opened(member.start());
    }

    /** By turns; those that say that they are ready before the others, as a balancer with health checks does. */
    private List<Integer> queueServerPorts() {
        List<SupervisedProcess> servers = members(MemberRole.QUEUE_SERVER);
        int first = Math.floorMod(turn.getAndIncrement(), servers.size());
        List<SupervisedProcess> rotated = IntStream.range(0, servers.size())
                .mapToObj(i -> servers.get((first + i) % servers.size()))
                .toList();
        List<Integer> sorted = new ArrayList<>();
        rotated.stream().filter(SupervisedProcess::isReady).forEach(member -> sorted.add(portsOf.get(member.name())));
        rotated.stream()
                .map(member -> portsOf.get(member.name()))
                .filter(port -> !sorted.contains(port))
                .forEach(sorted::add);
        return sorted;
    }

    /** Where clients connect. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + front.port());
    }

    public FleetLayout layout() {
        return layout;
    }

    public List<SupervisedProcess> members(MemberRole role) {
        return members.stream().filter(member -> member.role() == role).toList();
    }

    /** All but Redis and its Sentinels. */
    public List<SupervisedProcess> services() {
        return members.stream()
                .filter(member -> member.role() != MemberRole.REDIS && member.role() != MemberRole.SENTINEL)
                .toList();
    }

    public List<SupervisedProcess> members() {
        return List.copyOf(members);
    }

    /** The scheduler that says that it leads; the first if none does. */
    public SupervisedProcess leader() {
        List<SupervisedProcess> schedulers = members(MemberRole.SCHEDULER);
        return schedulers.stream()
                .filter(member -> readiness.says(portsOf.get(member.name()), "leader"))
                .findFirst()
                .orElse(schedulers.get(0));
    }

    public SupervisedProcess redisMaster() {
        return redis.master();
    }

    /** To be called while it is held and dead. */
    public void forgetRedisData() {
        redis.forgetData(redis.members().get(0));
    }

    /** Whether a failover now would lose no more than the last writes. */
    public boolean redisIsInSync() {
        return redis.isInSync();
    }

    int redisPort() {
        return redis.masterPort();
    }

    /** A setting of the Redis that takes writes, while it runs. */
    public void setRedis(String name, String value) throws IOException {
        try (RedisProbe probe = new RedisProbe(redisPort())) {
            probe.call("CONFIG", "SET", name, value);
        }
    }

    /** The disk of one backend; empty where this user may not mount one. */
    public Optional<SmallDisk> smallDisk() {
        return members.stream()
                .filter(member -> smallDisk && member.name().equals(WITH_SMALL_DISK))
                .map(member -> new SmallDisk(member, directory.work(WITH_SMALL_DISK)))
                .findFirst();
    }

    /** Files and directories that a member keeps in its work directory, also on a disk of its own. */
    List<Path> files(SupervisedProcess member) {
        return smallDisk()
                .filter(disk -> disk.owner().equals(member.name()))
                .map(disk -> directory.files(member.name(), disk.view()))
                .orElseGet(() -> directory.files(member.name()));
    }

    /** A file beside the logs of a member. */
    public Path fileFor(SupervisedProcess member, String name) {
        return directory.of(member.name()).resolve(name);
    }

    /** Between a service and Redis; there is none where Sentinels tell services the address. */
    public ProxyLink redisLink(String member) {
        return redisLinks.get(member);
    }

    public List<ProxyLink> redisLinks() {
        return List.copyOf(redisLinks.values());
    }

    /** Between all queue servers and a backend. */
    public ProxyLink backendLink(String member) {
        return backendLinks.get(member);
    }

    /** Between clients and queue servers. */
    public ProxyLink front() {
        return front;
    }

    RunDirectory directory() {
        return directory;
    }

    /** In the reverse order of their start. */
    @Override
    public void close() {
        parts.close();
    }
}
