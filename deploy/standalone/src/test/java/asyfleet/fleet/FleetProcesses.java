package asyfleet.fleet;

import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** The three services, each a process of its own, on one Redis. Each can be killed as a crash would, and started again. */
final class FleetProcesses implements AutoCloseable {

    /** In the order in which they are told to end: whoever accepts work first. */
    enum Member {
        QUEUE_SERVER("asyfleet.queueserver.QueueServerMain"),
        BACKEND("asyfleet.backend.BackendMain"),
        SCHEDULER("asyfleet.scheduler.SchedulerMain");

        private final String mainClass;

        Member(String mainClass) {
            this.mainClass = mainClass;
        }
    }

    private final Map<Member, ServiceProcess> running = new EnumMap<>(Member.class);
    private final Map<String, String> settings;

    private FleetProcesses(Map<String, String> settings) {
        this.settings = settings;
    }

    /** Starts all three at once and returns when each says that it is ready. */
    static FleetProcesses start(RedisFixture redis, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("REDIS_URL", redis.uri());
        FleetProcesses fleet = new FleetProcesses(all);
        for (Member member : Member.values()) {
            fleet.running.put(member, ServiceProcess.start(member.mainClass, all));
        }
        try {
            fleet.running.values().forEach(ServiceProcess::awaitReady);
            return fleet;
        } catch (RuntimeException e) {
            fleet.running.values().forEach(ServiceProcess::kill);
            throw e;
        }
    }

    /** Where clients connect. */
    URI url() {
        return running.get(Member.QUEUE_SERVER).address();
    }

    /** Where a member serves its metrics. */
    URI address(Member member) {
        return running.get(member).address();
    }

    void kill(Member member) {
        running.get(member).kill();
    }

    /** A fresh process in place of the one that was killed; it may listen on another port. */
    void startAgain(Member member) {
        running.put(member, ServiceProcess.start(member.mainClass, settings)).close();
        running.get(member).awaitReady();
    }

    @Override
    public void close() {
        running.values().forEach(ServiceProcess::close);
    }
}
