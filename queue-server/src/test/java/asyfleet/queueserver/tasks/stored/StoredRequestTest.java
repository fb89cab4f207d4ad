package asyfleet.queueserver.tasks.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.trace.TaskTrace;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredRequestTest {

    @Test
    void whoeverGoesOnWithATaskKeepsItsPlaceInTheTraceOfItsClient() {
        String client = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        TaskTrace trace = TaskTrace.begin(Optional.of(client), true).withId("17");

        assertEquals(trace, StoredRequest.trace("17", stored(trace)));
    }

    @Test
    void aTraceThatBeganHereHasNoParent() {
        TaskTrace trace = TaskTrace.begin(Optional.empty(), true).withId("17");

        assertEquals(trace, StoredRequest.trace("17", stored(trace)));
    }

    private static ApiTask stored(TaskTrace trace) {
        TaskTerms terms =
                new TaskTerms(new Caller("alice", false), Optional.empty(), Optional.empty(), "", true, trace, false);
        TaskRequest request = new TaskRequest(Map.of("a.asy", new byte[0]), "a.asy", TaskOptions.DEFAULT, 1);
        return new ApiTask("server", "queued", 0, StoredRequest.fields(request, Optional.empty(), terms, 0));
    }
}
