package asyfleet.redis.backend;

import asyfleet.redis.schema.PoolFigures;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The fleet's Redis, as one backend process uses it. Nothing here blocks, and all of it may be called from any thread, but
 * one read at a time. An answer that fails means that the outcome is unknown.
 */
public interface BackendStore {

    /**
     * The name of this process: it reads the stream of dispatched tasks under it, and its slots are registered with it. No
     * other process has or had it.
     */
    String consumer();

    /** IDs of new backends, one for each slot. */
    CompletionStage<List<String>> register(int slots);

    /** Keeps backends alive for another lease. What Redis had forgotten of them is back, under the same IDs. */
    CompletionStage<Registration.Renewal> renew(
            Collection<String> backends, Collection<Registration.SlotExecution> executions);

    /** Takes slots out. The process goes on reading with its other slots. */
    CompletionStage<Long> unregister(Collection<String> backends);

    /** Takes the last slots out, ends the tasks that they held, and removes the process from those who read. */
    CompletionStage<Long> leave(Collection<String> backends, Collection<String> tasks);

    /** Whether an operator wants this process to run nothing more for now. */
    CompletionStage<Boolean> isDrained();

    /** Waits for dispatched tasks, at most this long; empty if none came. */
    CompletionStage<List<Dispatched>> read(int most, Duration wait);

    /** Takes over what another process read and, for this long, did not claim: it died. Does not wait. */
    CompletionStage<List<Dispatched>> takeOver(int most, Duration idle);

    /** Gives up tasks that were read and will not be claimed. If this is lost, they are taken over after a while. */
    void handBack(List<Dispatched> tasks);

    /** Makes a read under way fail; what it might have brought is taken over like a dead process's. */
    void stopReading();

    /** The outcomes, in the order of the requests. */
    CompletionStage<List<Claim>> claim(List<ClaimTasks.ClaimRequest> requests);

    /** The durations that the scheduler gave to running tasks since, in the order of the tasks. Zero halts a task. */
    CompletionStage<List<Optional<Duration>>> durations(List<String> tasks);

    /**
     * The slot has read the files of a task. They are removed at the next renewal, or, if the task ends before, with the
     * other keys of the task by whoever waits for it; if this is lost they expire by themselves.
     */
    void removeFiles(String task);

    /** Asks all queue servers to connect to the address and hang up. Yields how many were asked. */
    CompletionStage<Long> askToConnect(String address);

    /** True if this call ended the task, false if it had ended before. */
    CompletionStage<Boolean> finish(String task, FinishTask.TaskEnd ending, Duration time);

    /** Publishes what became of the processes that are kept ready. If this is lost, the next call says all of it. */
    void publishPool(PoolFigures figures);

    /** Names the programs that tasks run with, for the whole fleet. */
    void publishTools(String fingerprint);

    /** The same for a Redis that restarted empty: only if nobody has named any. */
    void publishToolsIfUnknown(String fingerprint);
}
