package asyfleet.ring.run;

/** An executor of jobs, called on the threads of the workers. */
@FunctionalInterface
public interface JobExecutor {

    /**
     * Runs a job to its end.
     *
     * @throws InterruptedException if nobody wants its outcome any more; nothing of it is left then, or will be soon
     */
    JobOutcome execute(GivenJob job) throws InterruptedException;
}
