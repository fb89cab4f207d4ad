package asyfleet.ring.session;

import java.time.Duration;

/** The source of jobs, to which results go back. Called by the threads of all runners' sessions. */
public interface Jobs<J extends RingJob> {

    /** The answer to a runner that asks for a job. */
    sealed interface Offer<J extends RingJob> {

        record Given<J extends RingJob>(J job) implements Offer<J> {}

        /** None now, but there may be one later. */
        record NoneYet<J extends RingJob>() implements Offer<J> {}

        /** None any more, for this runner. */
        record Over<J extends RingJob>() implements Offer<J> {}
    }

    /**
     * A runner is connected.
     *
     * @param drop ends the connection, and with it whatever the runner runs; for any thread, and does not block
     */
    default void joined(RunnerId runner, Runnable drop) {
        // Most do not care who is there.
    }

    /** Whether it may have any of these jobs; one that may not is sent out when it asks. */
    default boolean suit(RunnerId runner) {
        return true;
    }

    /** It is no longer; the jobs that it had are {@link #lost} after this. */
    default void left(RunnerId runner) {
        // As above.
    }

    /** Does not wait. A job that was given is the runner's until it is {@link #finished} or {@link #lost}. */
    Offer<J> next(RunnerId runner);

    /** Waits until {@link #next} may answer otherwise, or this long. */
    void await(Duration most) throws InterruptedException;

    /** The runner asks, and waits until it gets a job, is {@link #released} or has {@link #left}. */
    default void held(RunnerId runner) {
        // As above.
    }

    /** It waits no longer, unless there is a job for it after all, which nobody else is there to take. */
    default Offer<J> released(RunnerId runner) {
        return new Offer.NoneYet<>();
    }

    /** Called once for a job that was given, unless it was lost. */
    void finished(J job, RunnerId runner, JobReport report);

    /** The runner will not bring it any more: it goes to another. */
    void lost(J job, RunnerId runner, String why);
}
