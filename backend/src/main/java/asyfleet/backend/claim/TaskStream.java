package asyfleet.backend.claim;

import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.DispatchedTasks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where dispatched tasks come from: {@link DispatchedTasks}, as the reader needs it. Nothing here blocks. */
interface TaskStream {

    /** Waits for tasks, at most this long. */
    CompletionStage<List<Dispatched>> next(int most, Duration wait);

    /** What another process read and, for this long, did not claim. */
    CompletionStage<List<Dispatched>> takeOver(int most, Duration idle);

    /** What was read and will not be claimed. */
    void handBack(List<Dispatched> tasks);

    /** A read under way fails. */
    void close();

    static TaskStream of(DispatchedTasks tasks) {
        return new TaskStream() {
            @Override
            public CompletionStage<List<Dispatched>> next(int most, Duration wait) {
                return tasks.next(most, wait);
            }

            @Override
            public CompletionStage<List<Dispatched>> takeOver(int most, Duration idle) {
                return tasks.takeOver(most, idle);
            }

            @Override
            public void handBack(List<Dispatched> unclaimed) {
                tasks.handBack(unclaimed);
            }

            @Override
            public void close() {
                tasks.closeAsync();
            }
        };
    }
}
