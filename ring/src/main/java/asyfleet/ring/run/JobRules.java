package asyfleet.ring.run;

import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;

/**
 * The rules by which a runner runs jobs.
 *
 * @param options of figures
 * @param timeLimit of every job
 * @param scripts whether {@code .sh} and {@code .m} jobs are run, too
 * @param plain whether our own manager, too, gets only what the program wrote, with no images and no verdict
 */
public record JobRules(TaskOptions options, Duration timeLimit, boolean scripts, boolean plain) {}
