package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Redis;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The calls of a scheduler that has just begun to lead: it knows nothing of slots and tasks. */
public final class NewScheduler {

    private NewScheduler() {}

    public static TakeEvents.Known known(long lastArrival) {
        return new TakeEvents.Known(lastArrival, 0, true);
    }

    public static CompletionStage<Events> take(Redis redis, Duration priorityStep, FencingToken token) {
        return take(redis, priorityStep, token, 0);
    }

    public static CompletionStage<Events> take(
            Redis redis, Duration priorityStep, FencingToken token, long lastArrival) {
        return new TakeEvents(redis, priorityStep).run(token, known(lastArrival));
    }

    /** Marked, as the task may be interactive or may have been lost before. */
    public static QueueCommand dispatch(String id, Duration duration) {
        return new QueueCommand.Dispatch(id, duration, true, false);
    }
}
