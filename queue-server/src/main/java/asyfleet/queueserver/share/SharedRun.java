package asyfleet.queueserver.share;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.PendingCommands;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;
import asyfleet.queueserver.submission.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One run and the clients that take part in it.
 *
 * <pre>
 * JOINABLE  somebody joins         → JOINABLE
 *           the program speaks     → CLOSED
 *           a time for it alone    → CLOSED (its only client asked for a shorter one)
 * CLOSED    somebody joins         → CLOSED (refused)
 * any       the task ends          → ENDED (all are told)
 *           the last client leaves → ENDED (the task is aborted)
 * </pre>
 *
 * <p>Confined to the owner of the client that began it; the others hop there and back.
 */
final class SharedRun implements TaskListener {

    private enum State {
        JOINABLE,
        CLOSED,
        ENDED
    }

    private final int priority;
    private final Owner owner;
    private final Consumer<SharedRun> whenNotJoinable;
    private final List<Participant> participants = new ArrayList<>();

    /** Of those who share and asked for less than the others. */
    private final Map<Participant, PendingCommands> ownTimes = new HashMap<>();

    private State state = State.JOINABLE;
    private ServerMessage.Queue lastQueue;
    private Duration began;
    private TaskHandle task;

    SharedRun(int priority, Owner owner, Consumer<SharedRun> whenNotJoinable) {
        this.priority = priority;
        this.owner = owner;
        this.whenNotJoinable = whenNotJoinable;
    }

    /** Whoever joins a run of a lower priority would wait longer than alone. Any thread. */
    boolean isGoodEnoughFor(TaskRequest request) {
        return priority >= request.priority();
    }

    /** Any thread. */
    void begin(TaskRequest request, TaskHandle.Launcher launcher, Participant first) {
        owner.execute(() -> {
            first.takesPartIn(this);
            participants.add(first);
            task = launcher.launch(request, this, owner);
            first.caughtUp();
        });
    }

    /** Any thread; the answer comes on the run's owner. */
    void join(Participant participant, Consumer<Boolean> answer) {
        owner.execute(() -> {
            boolean joined = state == State.JOINABLE;
            if (joined) {
                participant.takesPartIn(this);
                participants.add(participant);
                if (lastQueue != null) {
                    participant.tell(lastQueue);
                }
                participant.caughtUp();
            }
            answer.accept(joined);
        });
    }

    @Override
    public void on(ServerMessage message) {
        if (message instanceof ServerMessage.Queue queue) {
            lastQueue = queue;
            if (queue.passed()) {
                begin();
            }
        } else {
            close(message instanceof ServerMessage.Complete || message instanceof ServerMessage.Denied);
        }
        participants.forEach(participant -> participant.tell(message));
    }

    private void begin() {
        began = owner.now();
        ownTimes.forEach((participant, time) -> time.tell(millis -> limit(participant, millis), input -> {}));
    }

    private void close(boolean ended) {
        if (state == State.JOINABLE) {
            whenNotJoinable.accept(this);
        }
        state = ended ? State.ENDED : State.CLOSED;
    }

    /** Any thread. */
    void leave(Participant participant, EndCode why) {
        owner.execute(() -> {
            participants.remove(participant);
            ownTimes.remove(participant);
            if (participants.isEmpty() && state != State.ENDED) {
                close(true);
                task.abort(why);
            }
        });
    }

    /**
     * A shorter time is for the one who asks, not for those who share; alone, it is the task's, and nobody else takes part
     * any more. Any thread.
     */
    void shorten(Participant participant, int timeoutMillis) {
        owner.execute(() -> {
            if (state == State.ENDED) {
                return;
            }
            if (participants.size() == 1) {
                close(false);
                task.shorten(timeoutMillis);
            } else if (ownTimes.computeIfAbsent(participant, one -> new PendingCommands())
                            .shorten(timeoutMillis)
                    && began != null) {
                limit(participant, timeoutMillis);
            }
        });
    }

    /** Time counts from the start of the program, as it does for a client that shares with nobody. */
    private void limit(Participant participant, int timeoutMillis) {
        Duration left = began.plusMillis(timeoutMillis).minus(owner.now());
        owner.after(left.isNegative() ? Duration.ZERO : left, () -> participant.outOfTime(timeoutMillis));
    }
}
