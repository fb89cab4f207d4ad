package asyfleet.queueserver.flow;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.slot.SlotTalk;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskPlace;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.trace.TaskTrace;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one task on its queue server, from submission to its one end.
 *
 * <pre>
 * SUBMITTING  accepted              → WAITING
 *             refused, no Redis     → ENDED (denied)
 * WAITING     address arrives       → AT_SLOT
 *             denied by scheduler   → ENDED (denied)
 *             no scheduler leads    → ENDED (denied), after a while
 *             forgotten by Redis    → SUBMITTING
 * AT_SLOT     complete              → ENDED (complete)
 *             slot lost, or none    → SUBMITTING (the second time after a respite), or ENDED (complete) when the tries
 *                                     are used up
 *             forgotten by Redis    → SUBMITTING, unless the slot is connected
 * any         halted by scheduler   → ENDED (complete)
 *             client leaves         → ENDED (the client is told nothing)
 * </pre>
 *
 * <p>Within AT_SLOT the task is in the hands of a {@link SlotTalk}, which has states of its own.
 *
 * <p>Confined to its {@link Owner}: every method is called on that thread, and every callback hops to it first.
 */
public final class TaskFlow implements TaskHandle {

    private static final Logger LOG = LoggerFactory.getLogger(TaskFlow.class);

    private enum State {
        SUBMITTING,
        WAITING,
        AT_SLOT,
        ENDED
    }

    private final ClientTask task;
    private final TaskListener client;
    private final Owner owner;
    private final FlowContext context;
    private final SlotTalk slot;

    private State state = State.SUBMITTING;
    private String id;

    /** The number of its present run; 0 until the fleet has accepted it. */
    private int runs;

    private Duration waitingSince = Duration.ZERO;

    /** The parts that the fleet has none of, as far as is known. */
    private Set<Absence> absent = Set.of();

    /** The backend process of the present run; null if it is of another program. */
    private String process;

    /** Where the present run is; empty if it is nowhere yet. */
    private Optional<String> machine = Optional.empty();

    /** Those of the runs before. */
    private final Set<String> lostOn = new HashSet<>();

    TaskFlow(ClientTask task, TaskListener client, FlowContext context) {
        this.task = task;
        this.client = client;
        this.owner = task.owner();
        this.runs = task.terms().acceptedBefore() ? 1 : 0;
        this.context = context;
        this.slot = new SlotTalk(owner, context.links(), client, isInteractive(), new SlotEvents());
    }

    /** The launcher that submits tasks to the fleet, behind all layers. */
    public static TaskLauncher launcher(FlowContext context) {
        return (task, client) -> {
            TaskFlow flow = new TaskFlow(task, client, context);
            flow.submit();
            return flow;
        };
    }

    @Override
    public void input(ClientMessage.Input input) {
        assertOwner();
        slot.input(input);
    }

    @Override
    public void shorten(int timeoutMillis) {
        assertOwner();
        slot.shorten(timeoutMillis);
    }

    @Override
    public void abort(EndCode why) {
        assertOwner();
        if (state == State.ENDED) {
            return;
        }
        LOG.debug("nobody waits task={} state={} why={} {}", id, state, why, trace());
        leaveFleet(!slot.isConnected());
        slot.hangUp();
    }

    // Submitting

    private void submit() {
        assertOwner();
        state = State.SUBMITTING;
        slot.prepareRun();
        new Submitting(context, task, runs > 0, lostOn, new SubmissionEvents()).send();
    }

    private void waitAs(String newId) {
        id = newId;
        runs = Math.max(runs, 1);
        state = State.WAITING;
        waitingSince = owner.now();
        client.placed(new TaskPlace(id, runs, Optional.empty()));
        context.waiting().enter(id, this);
    }

    // Waiting

    /** News from Redis; any thread. */
    void news(TaskUpdate update) {
        owner.execute(() -> update(update));
    }

    /** Redis no longer knows the task; any thread. */
    void forgotten(String forgottenId) {
        owner.execute(() -> {
            boolean notRunningYet = state == State.WAITING || state == State.AT_SLOT && !slot.isConnected();
            if (notRunningYet && forgottenId.equals(id)) {
                LOG.warn("forgotten by Redis, submitting again task={} {}", id, trace());
                slot.hangUp();
                context.waiting().leave(id);
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
                LOG.warn("no scheduler leads, denied task={} {}", id, trace());
                end(FlowEndings.noScheduler(limit));
            }
        });
    }

    /** The parts that the fleet has none of now; empty if it has all of them again; any thread. */
    void without(Set<Absence> nowAbsent) {
        owner.execute(() -> {
            absent = nowAbsent;
            if (state == State.WAITING) {
                tellWait(ServerMessage.Queue.without(absent));
            }
        });
    }

    private void update(TaskUpdate update) {
        assertOwner();
        if (state == State.ENDED || !update.id().equals(id)) {
            return;
        }
        update.duration().ifPresent(this::durationChanged);
        if (state == State.AT_SLOT && update.denied().isPresent()) {
            slot.hangUp();
            end(FlowEndings.ended(update.denied().get()));
        } else if (state == State.WAITING) {
            if (update.denied().isPresent()) {
                end(FlowEndings.denied(update.denied().get(), absent));
            } else if (update.address().isPresent()) {
                state = State.AT_SLOT;
                process = update.process().orElse(null);
                machine = machine(update.address().get());
                client.placed(new TaskPlace(id, runs, machine));
                slot.call(update.address().get());
            } else {
                update.estimate().ifPresent(estimate -> tellWait(new ServerMessage.Queue(false, estimate.toMillis())));
            }
        }
    }

    /** Without its path, which is a secret. */
    private static Optional<String> machine(String address) {
        try {
            return Optional.ofNullable(URI.create(address).getAuthority());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the call of the slot fails next, and says so
        }
    }

    private void tellWait(ServerMessage.Queue wait) {
        if (slot.hasPassed()) {
            client.again(wait);
        } else {
            client.on(wait);
        }
    }

    private void durationChanged(Duration duration) {
        if (duration.isZero()) {
            slot.hangUp();
            end(FlowEndings.halted());
        } else {
            slot.downgrade(Math.toIntExact(duration.toMillis()));
        }
    }

    // At the slot

    private void runLost(String reason) {
        LOG.warn(
                "backend lost task={} runs={} machine={} process={} reason={} {}",
                id,
                runs,
                machine,
                process,
                reason,
                trace());
        if (process != null) {
            lostOn.add(process);
        }
        context.waiting().leave(id);
        new TaskAbandonment(context, owner, trace()).task(id);
        id = null;
        if (isInteractive()) {
            end(FlowEndings.shellLost());
        } else if (runs > context.retries().moreRuns()) {
            end(FlowEndings.lost(runs));
        } else {
            runs++;
            if (slot.hasPassed()) {
                tellWait(new ServerMessage.Queue(false, null));
            }
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

    // Ending

    private void countIfForeign(ServerMessage.Complete complete) {
        if (process == null) {
            Optional<Duration> time = Optional.ofNullable(complete.timeMillis()).map(Duration::ofMillis);
            context.store().countForeign(id, complete.success(), time).exceptionally(failure -> {
                LOG.warn("not counted task={} reason={} {}", id, failure.toString(), trace());
                return false;
            });
        }
    }

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
        if (id != null) {
            context.waiting().leave(id);
            if (unanswered) {
                new TaskAbandonment(context, owner, trace()).task(id);
            } else {
                context.store().remove(id).exceptionally(failure -> null); // the keys expire by themselves
            }
        }
    }

    private TaskTrace trace() {
        return task.terms().trace();
    }

    private boolean isInteractive() {
        return task.request().options().interactive();
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
        public void accepted(String newId) {
            waitAs(newId);
        }

        @Override
        public void denied(ServerMessage denial) {
            end(denial);
        }
    }

    private final class SlotEvents implements SlotTalk.CallListener {

        @Override
        public void completed(ServerMessage.Complete complete) {
            countIfForeign(complete);
            end(complete);
        }

        @Override
        public void lost(String reason) {
            runLost(reason);
        }
    }
}
