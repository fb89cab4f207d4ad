package asyfleet.queueserver.tasks.batch;

import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.tasks.run.OwnedRun;
import asyfleet.queueserver.tasks.run.TaskRuns;
import asyfleet.redis.apitask.ApiBatches;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The maker of runs of batches, with all that they need.
 *
 * @param server the ID of this queue server
 * @param owners the threads that batches belong to, in turn
 */
public record BatchRuns(
        ApiTasks tasks,
        ApiBatches batches,
        String server,
        Supplier<Owner> owners,
        TaskEntry entry,
        BatchSettings settings)
        implements TaskRuns.BatchHeir {

    /** The run of a new batch. */
    OwnedRun create(String id, Batch batch, ApiTasks.Contents contents, Runnable whenOver) {
        return new BatchRun(this, new BatchRun.Past(id, batch, contents, 0, 0), whenOver);
    }

    @Override
    public OwnedRun resume(String id, ApiTask task, Map<String, byte[]> files, long events, Runnable whenOver) {
        ApiTasks.Contents contents = new ApiTasks.Contents(task.lasting(), files);
        Batch batch = StoredBatch.read(id, task, files);
        return new BatchRun(this, new BatchRun.Past(id, batch, contents, events, task.adoptions()), whenOver);
    }
}
