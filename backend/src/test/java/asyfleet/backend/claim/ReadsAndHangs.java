package asyfleet.backend.claim;

import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.DispatchedTasks;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;

/** A backend process that reads one task, says so, and does nothing more: for a test to kill. */
final class ReadsAndHangs {

    /** The line that names the task it has read. */
    static final Pattern READ = Pattern.compile("^read (\\S+)$");

    private ReadsAndHangs() {}

    public static void main(String[] args) throws InterruptedException {
        DispatchedTasks tasks = DispatchedTasks.open(Redis.connect(RedisSettings.of(args[0])), "reads-and-hangs");
        List<Dispatched> read =
                tasks.next(1, Duration.ofSeconds(25)).toCompletableFuture().join();
        System.out.println("read " + read.get(0).id());
        new CountDownLatch(1).await();
    }
}
