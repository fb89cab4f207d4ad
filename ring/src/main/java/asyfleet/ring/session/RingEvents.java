package asyfleet.ring.session;

/** A listener to what runners do, called on the threads of their sessions. */
public interface RingEvents {

    void joined(RunnerId runner);

    /** @param lost how many jobs it had, which now go to others */
    void left(RunnerId runner, String why, int lost);

    /** A connection that never became a runner. */
    void refused(String address, String why);
}
