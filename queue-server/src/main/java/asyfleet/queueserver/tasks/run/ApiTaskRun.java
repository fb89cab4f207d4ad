package asyfleet.queueserver.tasks.run;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.render.RenderWait;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import java.time.Duration;

/**
 * One run of a task by the queue server that owns it: whatever the fleet says goes into the journal.
 *
 * <pre>
 * NEW      begin                → RUNNING
 *          stop                 → OVER (it never begins)
 * RUNNING  the fleet ends it    → OVER (the journal writes the end)
 *          stop                 → OVER (aborted in the fleet; nothing more is written)
 * </pre>
 *
 * <p>Confined to its owner thread.
 */
final class ApiTaskRun implements TaskListener, ServerMessage.Handler<Void> {

    private enum State {
        NEW,
        RUNNING,
        OVER
    }

    private final Owner owner;
    private final Journal journal;
    private final RenderWait wait;
    private State state = State.NEW;
    private TaskHandle task;

    /** @param waited how long its client has waited already */
    ApiTaskRun(Owner owner, Journal journal, Duration waited) {
        this.owner = owner;
        this.journal = journal;
        this.wait = new RenderWait(System::nanoTime, waited);
        wait.outcome().thenAccept(journal::end);
    }

    void begin(TaskLauncher launcher, TaskRequest request, TaskTerms terms) {
        assert owner.isCurrentThread();
        if (state == State.NEW) {
            state = State.RUNNING;
            task = launcher.launch(new ClientTask(request, terms, owner), this);
        }
    }

    boolean isRunning() {
        assert owner.isCurrentThread();
        return state == State.RUNNING;
    }

    /** The task has ended elsewhere, or another server owns it now. */
    void stop() {
        assert owner.isCurrentThread();
        if (state == State.RUNNING) {
            task.abort();
        }
        state = State.OVER;
    }

    @Override
    public void on(ServerMessage message) {
        assert owner.isCurrentThread();
        if (state == State.RUNNING) {
            message.accept(this);
            wait.on(message);
        }
    }

    @Override
    public void again(ServerMessage.Queue queue) {
        assert owner.isCurrentThread();
        if (state == State.RUNNING) {
            journal.queue(queue);
        }
    }

    @Override
    public Void on(ServerMessage.Missing missing) {
        return null; // refused by the wait, which is told next
    }

    @Override
    public Void on(ServerMessage.Queue queue) {
        journal.queue(queue);
        return null;
    }

    @Override
    public Void on(ServerMessage.Result result) {
        return null; // part of the outcome
    }

    @Override
    public Void on(ServerMessage.Output output) {
        journal.output(output);
        return null;
    }

    @Override
    public Void on(ServerMessage.Complete complete) {
        state = State.OVER;
        return null;
    }

    @Override
    public Void on(ServerMessage.Denied denied) {
        state = State.OVER;
        return null;
    }
}
