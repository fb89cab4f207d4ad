package asyfleet.ring.session;

import java.io.IOException;

/** A job for a runner. */
public interface RingJob {

    /** Under this name the runner brings the result; no two jobs that run have the same. */
    String name();

    /** The extension of its file, with the dot. */
    String type();

    /** Read when it is handed out, so that waiting jobs take no memory. */
    byte[] contents() throws IOException;
}
