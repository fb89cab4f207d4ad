package asyfleet.queueserver;

import asyfleet.redis.RedisFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts queue servers for tests, as their operators would. */
public final class TestQueueServer {

    private TestQueueServer() {}

    /** On a free port. */
    public static QueueServer start(RedisFixture redis, String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("--port=0");
        all.add("--redis=" + redis.uri());
        return start(all);
    }

    public static QueueServer start(List<String> flags) {
        return QueueServer.start(QueueServerSettings.read(QueueServerSettings.SPEC.read(flags, Map.of())));
    }
}
