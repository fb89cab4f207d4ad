package asyfleet.queueserver.task;

import asyfleet.queueserver.access.Caller;
import asyfleet.trace.TaskTrace;
import java.util.Optional;

/** The terms of tasks in tests that are about something else. */
public final class TestTerms {

    /** Nobody bounds it, it replaces nothing, and may share everything. */
    public static final TaskTerms PLAIN = of(new Caller("somebody", false), Optional.empty());

    private TestTerms() {}

    public static TaskTerms of(Caller caller, Optional<String> session) {
        return new TaskTerms(
                caller, Optional.empty(), session, "", true, TaskTrace.begin(Optional.empty(), false), false);
    }
}
