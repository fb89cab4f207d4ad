package asyfleet.ring.run;

import asyfleet.ring.protocol.ManagerMessage;

/** The answer of the manager when it is asked for a job. */
sealed interface Answer {

    record Run(GivenJob job) implements Answer {}

    /** A job that is too long to run, and was not kept. */
    record TooLong(GivenJob job, String why) implements Answer {}

    /** FINO. */
    record NoMoreJobs() implements Answer {}

    /** ELIRI. */
    record Out() implements Answer {}

    /** ATENDI. */
    record Hold() implements Answer {}

    /** Of a message that is no job; the protocol lets no others come here. */
    static Answer of(ManagerMessage message) {
        if (message instanceof ManagerMessage.NoMoreJobs) {
            return new NoMoreJobs();
        }
        return message instanceof ManagerMessage.Out ? new Out() : new Hold();
    }
}
