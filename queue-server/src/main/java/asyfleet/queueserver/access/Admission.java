package asyfleet.queueserver.access;

import asyfleet.net.http.Request;
import asyfleet.queueserver.launch.TaskHandle;
import java.util.concurrent.CompletionStage;

/**
 * Leave for one task, for doors that answer before the task begins. Used once: to begin the task, or to be given back.
 *
 * @param launcher begins that task
 * @param giveBack for a task that will not begin; any thread
 */
public record Admission(TaskHandle.Launcher launcher, Runnable giveBack) {

    /** Where doors ask. */
    @FunctionalInterface
    public interface Desk {

        /** Completes exceptionally with the 429 for a caller that has as many tasks as it may. */
        CompletionStage<Admission> admit(Request request);
    }
}
