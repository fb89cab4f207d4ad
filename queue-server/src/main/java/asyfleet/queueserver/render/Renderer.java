package asyfleet.queueserver.render;

import asyfleet.net.NetThreads;
import asyfleet.net.http.Request;
import asyfleet.queueserver.launch.EventLoopOwner;
import asyfleet.queueserver.launch.RequestLaunchers;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.submission.TaskRequest;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a task for an HTTP request and waits, on no thread, for its end. A client that hangs up aborts its task. */
public final class Renderer {

    private final RequestLaunchers launchers;
    private final NetThreads threads;

    public Renderer(RequestLaunchers launchers, NetThreads threads) {
        this.launchers = launchers;
        this.threads = threads;
    }

    public CompletionStage<RenderOutcome> render(TaskRequest task, Request request) {
        RenderWait wait = new RenderWait(System::nanoTime);
        EventLoopOwner owner = new EventLoopOwner(threads.loops().next());
        // Written and read on the owner's thread; a reference because a lambda cannot assign a variable.
        AtomicReference<TaskHandle> handle = new AtomicReference<>();
        TaskHandle.Launcher launcher = launchers.of(request);
        owner.execute(() -> handle.set(launcher.launch(task, wait, owner)));
        request.whenAbandoned(() -> owner.execute(() -> handle.get().abort()));
        return wait.outcome();
    }
}
