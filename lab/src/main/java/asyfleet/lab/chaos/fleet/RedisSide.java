package asyfleet.lab.chaos.fleet;

import asyfleet.lab.chaos.proxy.FreePorts;
import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The Redis of a fleet: one with an AOF, or a master with a replica and three Sentinels. Used by any thread. */
final class RedisSide {

    private static final String HOST = "127.0.0.1";
    private static final String MASTER = "fleet";
    private static final int SENTINELS = 3;

    private final RunDirectory directory;
    private final List<SupervisedProcess> members = new ArrayList<>();
    private final List<Integer> servers = new ArrayList<>();
    private final List<Integer> sentinels = new ArrayList<>();

    private RedisSide(RunDirectory directory) {
        this.directory = directory;
    }

    static RedisSide single(RunDirectory directory, FreePorts ports) {
        RedisSide side = new RedisSide(directory);
        side.addServer("redis", ports.take());
        return side;
    }

    static RedisSide withSentinels(RunDirectory directory, FreePorts ports) {
        RedisSide side = new RedisSide(directory);
        int master = ports.take();
        side.addServer("redis1", master);
        side.addServer("redis2", ports.take(), "--replicaof", HOST, String.valueOf(master));
        for (int i = 1; i <= SENTINELS; i++) {
            side.addSentinel("sentinel" + i, ports.take(), master);
        }
        return side;
    }

    private void addServer(String name, int port, String... more) {
        List<String> command = new ArrayList<>(List.of("redis-server", "--port", String.valueOf(port)));
        command.addAll(List.of("--bind", HOST, "--dir", directory.of(name).toString()));
        command.addAll(List.of("--appendonly", "yes", "--save", ""));
        command.addAll(List.of("--repl-diskless-sync-delay", "0")); // the next failover need not wait for it
        command.addAll(List.of(more));
        servers.add(port);
        add(name, MemberRole.REDIS, port, ChildCommand.of(command.toArray(String[]::new)));
    }

    private void addSentinel(String name, int port, int master) {
        Path file = directory.of(name).resolve("sentinel.conf");
        List<String> lines = List.of(
                "port " + port,
                "bind " + HOST,
                "dir \"" + directory.of(name) + "\"", // a path may have blanks
                "sentinel monitor " + MASTER + " " + HOST + " " + master + " 2",
                "sentinel down-after-milliseconds " + MASTER + " 2000",
                "sentinel failover-timeout " + MASTER + " 6000");
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sentinels.add(port);
        add(name, MemberRole.SENTINEL, port, ChildCommand.of("redis-server", file.toString(), "--sentinel"));
    }

    private void add(String name, MemberRole role, int port, ChildCommand command) {
        members.add(new SupervisedProcess(name, role, directory.logged(name, command), any -> answers(port)));
    }

    private static boolean answers(int port) {
        try (RedisProbe probe = new RedisProbe(port)) {
            return "PONG".equals(probe.call("PING"));
        } catch (IOException e) {
            return false;
        }
    }

    List<SupervisedProcess> members() {
        return members;
    }

    boolean hasSentinels() {
        return !sentinels.isEmpty();
    }

    /** For services that ask the Sentinels. */
    String sentinelUri() {
        return sentinels.stream()
                        .map(port -> HOST + ":" + port)
                        .collect(Collectors.joining(",", "redis-sentinel://", ""))
                + "#" + MASTER;
    }

    /** The port of the one that takes writes; with Sentinels, by the first of them that answers. */
    int masterPort() {
        for (int sentinel : sentinels) {
            try (RedisProbe probe = new RedisProbe(sentinel)) {
                if (probe.call("SENTINEL", "get-master-addr-by-name", MASTER) instanceof List<?> address) {
                    return Integer.parseInt(address.get(1).toString());
                }
            } catch (IOException e) {
                continue; // the next one knows
            }
        }
        return servers.get(0);
    }

    /**
     * Whether each replica has all that the master has, or will have it by what is under way. Before that a failover would
     * not lose the last writes but bring back old data, which no Sentinel can help.
     */
    boolean isInSync() {
        try (RedisProbe probe = new RedisProbe(masterPort())) {
            return probe.call("ROLE") instanceof List<?> role
                    && role.get(0).equals("master")
                    && ((List<?>) role.get(2)).size() == servers.size() - 1;
        } catch (IOException e) {
            return false;
        }
    }

    /** The process of {@link #masterPort}. */
    SupervisedProcess master() {
        return members.get(Math.max(0, servers.indexOf(masterPort())));
    }

    /** To be called while it does not run. */
    void forgetData(SupervisedProcess server) {
        directory.empty(server.name());
    }
}
