package asyfleet.queueserver.render;

import asyfleet.net.http.Request;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskRequest;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The way from an HTTP request to the outcome of its task, which no thread waits for. A client that hangs up aborts its
 * task.
 */
public final class Renderer {

    private final TaskEntry entry;
    private final Supplier<Owner> owners;

    /** @param owners the threads that tasks belong to, in turn */
    public Renderer(TaskEntry entry, Supplier<Owner> owners) {
        this.entry = entry;
        this.owners = owners;
    }

    public CompletionStage<RenderOutcome> render(TaskRequest asked, Request request) {
        RenderWait wait = new RenderWait(System::nanoTime);
        Owner owner = owners.get();
        // Written and read on the owner's thread; a reference because a lambda cannot assign a variable.
        AtomicReference<TaskHandle> handle = new AtomicReference<>();
        ClientTask task = new ClientTask(asked, entry.termsOf(request), owner);
        owner.execute(() -> handle.set(entry.launch(task, wait)));
        request.whenAbandoned(() -> owner.execute(() -> handle.get().abort()));
        String trace = task.terms().trace().context().traceId();
        return wait.outcome()
                .thenApply(outcome -> outcome.withTrace(trace, EndStatus.retryAfter(outcome.end(), entry::retryAfter)));
    }
}
