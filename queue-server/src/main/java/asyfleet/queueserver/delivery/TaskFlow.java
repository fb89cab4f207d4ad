package asyfleet.queueserver.delivery;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.EndCode;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.Stage;
import asyfleet.protocol.task.Verdict;
import asyfleet.queueserver.launch.EarlyWords;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;
import asyfleet.queueserver.slot.BackendLink;
import asyfleet.queueserver.slot.RunOutput;
import asyfleet.queueserver.submission.TaskRequest;
import asyfleet.redis.Submission;
import asyfleet.redis.TaskUpdate;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one task on its queue server, from submission to its one end.
 *
 * <pre>
 * SUBMITTING  accepted            → WAITING
 *             refused, no Redis   → ENDED (denied)
 * WAITING     address arrives     → CONNECTING
 *             denied by scheduler → ENDED (denied)
 *             no scheduler leads  → ENDED (denied), after a while
 *             forgotten by Redis  → SUBMITTING
 * CONNECTING  connected           → RUNNING
 *             no such slot        → SUBMITTING (the second time after a respite), or ENDED (complete) when the tries
 *                                   are used up
 * RUNNING     complete            → ENDED (complete)
 *             halted              → ENDED (complete)
 *             connection lost     → as if there were no such slot
 * any         client leaves       → ENDED (the client is told nothing)
 * </pre>
 *
 * <p>Confined to its {@link Owner}: every method is called on that thread, and every callback hops to it first.
 */
public final class TaskFlow implements TaskHandle {

    private static final Logger LOG = LoggerFactory.getLogger(TaskFlow.class);

    private enum State {
        SUBMITTING,
        WAITING,
        CONNECTING,
        RUNNING,
        ENDED
    }

    private final TaskRequest request;
    private final TaskListener client;
    private final Owner owner;
    private final FlowContext context;
    private final RunOutput output;

    private State state = State.SUBMITTING;
    private String id;
    private int runs;
    private boolean passed;

    /** Of the client: they hold for every run. */
    private final EarlyWords wishes = new EarlyWords();

    /** Of the scheduler, on the present run: the next one gets a duration of its own. */
    private EarlyWords decisions = new EarlyWords();

    private BackendLink link;
    private Duration waitingSince = Duration.ZERO;

    public TaskFlow(TaskRequest request, TaskListener client, Owner owner, FlowContext context) {
        this.request = request;
        this.client = client;
        this.owner = owner;
        this.context = context;
        this.output = new RunOutput(client, request.options().interactive());
    }

    /** Begins. The client hears of the task from now on, never inside this call. */
    public void start() {
        submit();
    }

    /** Begins a task that the fleet accepted before, from another queue server: it goes ahead of the queue. */
    public void startAgain() {
        runs = 1;
        submit();
    }

    @Override
    public void input(ClientMessage.Input input) {
        assertOwner();
        if (state == State.RUNNING) {
            link.send(input);
        } else {
            wishes.input(input);
        }
    }

    @Override
    public void shorten(int timeoutMillis) {
        assertOwner();
        if (wishes.shorten(timeoutMillis)) {
            tellTime(timeoutMillis);
        }
    }

    @Override
    public void abort(EndCode why) {
        assertOwner();
        if (state == State.ENDED) {
            return;
        }
        LOG.debug("nobody waits task={} state={} why={}", id, state, why);
        BackendLink open = link;
        leaveFleet(open == null);
        if (open != null) {
            open.close();
        }
    }

    // Submitting

    private void submit() {
        assertOwner();
        state = State.SUBMITTING;
        decisions = new EarlyWords();
        new Submitting(context, request, owner, runs > 0, new SubmissionEvents()).send();
    }

    private void submitted(Submission outcome) {
        if (outcome instanceof Submission.QueueFull full) {
            end(new ServerMessage.Denied(full.message(), EndCode.QUEUE_FULL));
        } else if (outcome instanceof Submission.Accepted accepted) {
            accepted(accepted.id());
        }
    }

    private void accepted(String newId) {
        if (state == State.ENDED) {
            new GivingUp(context, owner).task(newId);
            return;
        }
        id = newId;
        runs = Math.max(runs, 1);
        state = State.WAITING;
        waitingSince = owner.now();
        context.room().enter(id, this);
    }

    // Waiting

    /** News from Redis; any thread. */
    void news(TaskUpdate update) {
        owner.execute(() -> update(update));
    }

    /** Redis no longer knows the task; any thread. */
    void forgotten(String forgottenId) {
        owner.execute(() -> {
            boolean notRunningYet = state == State.WAITING || state == State.CONNECTING;
            if (notRunningYet && forgottenId.equals(id)) {
                LOG.warn("forgotten by Redis, submitting again task={}", id);
                context.room().leave(id);
                submit();
            }
        });
    }

    /** Only a scheduler ends a wait that is too long, and none leads; any thread. */
    void unscheduled() {
        owner.execute(() -> {
            Duration limit = context.retries().unscheduled();
            boolean longEnough = owner.now().minus(waitingSince).compareTo(limit) >= 0;
            if (state == State.WAITING && longEnough) {
                LOG.warn("no scheduler leads, denied task={}", id);
                String error = "No scheduler leads, and the task has waited " + limit.toMillis() + " ms";
                end(new ServerMessage.Denied(error, EndCode.UNAVAILABLE));
            }
        });
    }

    private void update(TaskUpdate update) {
        assertOwner();
        if (state == State.ENDED || !update.id().equals(id)) {
            return;
        }
        update.duration().ifPresent(this::durationChanged);
        if (state == State.WAITING) {
            if (update.denied().isPresent()) {
                end(new ServerMessage.Denied(
                        update.denied().get().message(), update.denied().get().code()));
            } else if (update.address().isPresent()) {
                connect(update.address().get());
            } else if (!passed) {
                update.estimate().ifPresent(estimate -> client.on(new ServerMessage.Queue(false, estimate.toMillis())));
            }
        }
    }

    private void durationChanged(Duration duration) {
        if (duration.isZero()) {
            halt();
        } else {
            int millis = Math.toIntExact(duration.toMillis());
            if (decisions.shorten(millis)) {
                tellTime(millis);
            }
        }
    }

    private void tellTime(int millis) {
        if (state == State.RUNNING) {
            link.send(ClientMessage.Options.timeout(millis));
        }
    }

    private void halt() {
        if (link != null) {
            link.close();
        }
        String error = "The interactive task was halted to make room for others";
        end(new ServerMessage.Complete(false, error, null, Verdict.of(EndCode.HALTED, Stage.QUEUE)));
    }

    // Running

    private void connect(String address) {
        state = State.CONNECTING;
        context.links().open(address, owner, new LinkEvents(id));
    }

    private void connected(String connecting, BackendLink opened) {
        if (state != State.CONNECTING || !connecting.equals(id)) {
            opened.close();
            return;
        }
        link = opened;
        state = State.RUNNING;
        if (!passed) {
            passed = true;
            client.on(new ServerMessage.Queue(true, null));
        }
        decisions.tell(this::tellTime, link::send);
        wishes.tell(this::tellTime, link::send);
    }

    private void said(ServerMessage message) {
        if (message instanceof ServerMessage.Complete complete) {
            completed(complete);
        } else if (!output.on(message)) {
            link.close();
            lost(id, "its slot said " + message.getClass().getSimpleName() + ", which slots never say");
        }
    }

    private void completed(ServerMessage.Complete complete) {
        if (blamesTheFleet(complete)) {
            lost(id, complete.error());
        } else {
            output.flush();
            link = null;
            end(complete);
        }
    }

    /** A fault of the fleet is repaired, never shown as a fault of the user's code. */
    private static boolean blamesTheFleet(ServerMessage.Complete complete) {
        return !complete.success()
                && complete.verdict() != null
                && (complete.verdict().stage() == Stage.FLEET
                        || complete.verdict().code() == EndCode.FLEET_FAULT);
    }

    private void lost(String lostId, String reason) {
        if (state == State.ENDED || !lostId.equals(id)) {
            return;
        }
        LOG.warn("backend lost task={} runs={} reason={}", id, runs, reason);
        link = null;
        context.room().leave(id);
        new GivingUp(context, owner).task(id);
        id = null;
        if (request.options().interactive() || runs > context.retries().moreRuns()) {
            end(fleetFault());
        } else {
            runs++;
            output.restart();
            runAgain();
        }
    }

    /** At once the first time; then the fault has shown that it stays, and to hurry would only burn the last try. */
    private void runAgain() {
        if (runs == 2) {
            submit();
            return;
        }
        state = State.SUBMITTING;
        owner.after(context.retries().respite(), () -> {
            if (state == State.SUBMITTING) {
                submit();
            }
        });
    }

    private ServerMessage fleetFault() {
        String error = request.options().interactive()
                ? "The backend of this interactive task was lost; start it again"
                : "The backend of this task was lost " + runs + " times; the fault is not in the program";
        return new ServerMessage.Complete(false, error, null, Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET));
    }

    // Ending

    private void end(ServerMessage last) {
        assertOwner();
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED; // before the client hears it, who may hang up at once
        client.on(last);
        leaveFleet(false); // after it: the client waits for its answer, nobody for this
    }

    /** @param unanswered whether the fleet may still run the task for nobody */
    private void leaveFleet(boolean unanswered) {
        state = State.ENDED;
        link = null;
        if (id != null) {
            context.room().leave(id);
            if (unanswered) {
                new GivingUp(context, owner).task(id);
            } else {
                context.queue().remove(id).exceptionally(failure -> null); // the keys expire by themselves
            }
        }
    }

    private void assertOwner() {
        assert owner.isCurrentThread() : "task " + id + " touched by " + Thread.currentThread();
    }

    private final class SubmissionEvents implements Submitting.Outcome {

        @Override
        public boolean isAwaited() {
            return state == State.SUBMITTING;
        }

        @Override
        public void answered(Submission submission) {
            submitted(submission);
        }

        /** A task that is accepted after all is given up then. */
        @Override
        public void outOfPatience() {
            if (runs == 0) {
                end(new ServerMessage.Denied("The queue does not answer; try again in a moment", EndCode.UNAVAILABLE));
            }
        }
    }

    /** Events of the connection that was opened for one run; those of an earlier run are not for the present one. */
    private final class LinkEvents implements BackendLink.Listener {

        private final String run;

        LinkEvents(String run) {
            this.run = run;
        }

        @Override
        public void failed(Throwable reason) {
            lost(run, "no connection to its slot: " + reason);
        }

        @Override
        public void opened(BackendLink opened) {
            connected(run, opened);
        }

        @Override
        public void message(ServerMessage message) {
            if (state == State.RUNNING && run.equals(id)) {
                said(message);
            }
        }

        @Override
        public void closed() {
            if (state == State.RUNNING && run.equals(id)) {
                lost(run, "its connection closed before the task was complete");
            }
        }
    }
}
