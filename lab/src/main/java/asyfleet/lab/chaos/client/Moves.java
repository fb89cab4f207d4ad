package asyfleet.lab.chaos.client;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The reader of the events that say where an asynchronous task runs. Used by one thread at a time. */
final class Moves {

    private final ClientContext context;
    private final int task;
    private boolean passed;
    private boolean lost;

    Moves(ClientContext context, int task) {
        this.context = context;
        this.task = task;
    }

    void on(EventStreamReader.Event event) {
        if (event.name().equals("restarted")) {
            passed = false; // from here on it waits as a new task does
            lost = false;
            context.adopted(task);
        } else if (event.name().equals("queue")) {
            JsonNode data = JsonMapper.shared().readTree(event.data());
            queue(data.path("passed").booleanValue(false));
        }
    }

    /** A task that waits after it ran has lost its backend. */
    private void queue(boolean passes) {
        if (passed && !passes || lost && passes) {
            lost = !passes;
            context.moved(task, lost);
        }
        passed = passes;
    }
}
