package asyfleet.redis.schema;

import asyfleet.protocol.task.verdict.EndCode;

/**
 * The reason why the scheduler will not run a task: a code for programs and a sentence for people, one line in Redis.
 */
public record DenialRecord(EndCode code, String message) {

    public String toLine() {
        return code.name() + ' ' + message;
    }

    /** Another program may have left a bare sentence. */
    public static DenialRecord fromLine(String line) {
        int space = line.indexOf(' ');
        if (space > 0) {
            for (EndCode code : EndCode.values()) {
                if (code.name().equals(line.substring(0, space))) {
                    return new DenialRecord(code, line.substring(space + 1));
                }
            }
        }
        return new DenialRecord(EndCode.UNAVAILABLE, line);
    }
}
