package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.net.NetThreads;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.redis.RedisFixture;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The request limiter while Redis takes commands and answers none. */
@Tag("slow")
class LimiterOutageTest {

    private static final Duration HANG = Duration.ofSeconds(12);

    private static RedisFixture redis;
    private static NetThreads threads;
    private static QueueServer server;

    @BeforeAll
    static void serve() {
        redis = RedisFixture.startOwn();
        threads = NetThreads.create(1);
        server = TestQueueServer.start(redis, "--auth-token=token", "--lease=60s");
    }

    @AfterAll
    static void stop() {
        server.close();
        threads.close();
        redis.close();
    }

    @Test
    void everyStartIsAnsweredBeforeRedisIsBackAndHoldsNothingAfterwards() {
        LimiterClient client = new LimiterClient(threads, server.port(), "token");
        client.start("before", "hang", 5);
        redis.hang(HANG);
        client.end("before");
        for (String id : List.of("first", "second")) {
            client.send(new LimiterRequest.StartRequest(id, "hang", 5));
            LimiterReply.Error error = assertInstanceOf(LimiterReply.Error.class, client.nextReply());
            assertEquals("UNAVAILABLE", error.code());
        }

        Awaitility.await().atMost(HANG.multipliedBy(2)).until(() -> holdsNothing(client));
    }

    private static boolean holdsNothing(LimiterClient client) {
        client.send(new LimiterRequest.GetRequestCount("hang"));
        return client.nextReply() instanceof LimiterReply.RequestCount counted && counted.count() == 0;
    }
}
