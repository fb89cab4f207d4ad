package asyfleet.backend.ring.session;

import java.time.Duration;

/** Where jobs come from and results go. Called by the threads of all runners' sessions. */
public interface Jobs<J extends RingJob> {

    /** What a runner that asks for a job is to get. */
    sealed interface Offer<J extends RingJob> {

        record Given<J extends RingJob>(J job) implements Offer<J> {}

        /** None now, but there may be one later. */
        record NoneYet<J extends RingJob>() implements Offer<J> {}

        /** None any more, for this runner. */
        record Over<J extends RingJob>() implements Offer<J> {}
    }

    /** Does not wait. A job that was given is the runner's until it is {@link #finished} or {@link #lost}. */
    Offer<J> next(RunnerId runner);

    /** Waits until {@link #next} may answer otherwise, or this long. */
    void await(Duration most) throws InterruptedException;

    /** The runner asked, got no job, and waits for one from now on. */
    default void held(RunnerId runner) {
        // Most do not care who waits.
    }

    /** It waits no longer: it got a job, or another answer, or left. */
    default void released(RunnerId runner) {
        // As above.
    }

    /** Called once for a job that was given, unless it was lost. */
    void finished(J job, RunnerId runner, JobReport report);

    /** The runner will not bring it any more: it goes to another. */
    void lost(J job, RunnerId runner, String why);
}
