package asyfleet.ring.run;

import java.nio.charset.StandardCharsets;

/** The end of a job, as the manager is told. */
public record JobOutcome(boolean success, byte[] output) {

    /** A job that was not run. */
    static JobOutcome refused(String why) {
        return new JobOutcome(false, (why + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
