package asyfleet.queueserver.share;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.PendingCommands;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A run of one task for all clients that asked for it at the same time.
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

    private final ClientTask shared;
    private final Owner owner;
    private final Consumer<SharedRun> whenNotJoinable;
    private final List<Participant> participants = new ArrayList<>();

    /** Of those who share and asked for less than the others. */
    private final Map<Participant, PendingCommands> ownTimes = new HashMap<>();

    private State state = State.JOINABLE;
    private ServerMessage.Queue lastQueue;
    private TaskPlace lastPlace;
    private Duration began;
    private TaskHandle task;

    /** @param shared the task of the client that begins it, the same for all */
    SharedRun(ClientTask shared, Consumer<SharedRun> whenNotJoinable) {
        this.shared = shared;
        this.owner = shared.owner();
        this.whenNotJoinable = whenNotJoinable;
    }

    /** Whoever joins a run of a lower priority would wait longer than alone. Any thread. */
    boolean isGoodEnoughFor(ClientTask other) {
        return shared.request().priority() >= other.request().priority();
    }

    /** Any thread. */
    void begin(TaskLauncher next, Participant first) {
        owner.execute(() -> {
            participants.add(first);
            task = next.launch(shared, this);
            first.takesPartIn(this);
        });
    }

    /** Any thread; the answer comes on the run's owner. */
    void join(Participant participant, Consumer<Boolean> answer) {
        owner.execute(() -> {
            boolean joined = state == State.JOINABLE;
            if (joined) {
                participants.add(participant);
                if (lastQueue != null) {
                    participant.tell(lastQueue);
                }
                if (lastPlace != null) {
                    participant.tellPlace(lastPlace);
                }
                participant.takesPartIn(this);
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
            close(message.isLast());
        }
        participants.forEach(participant -> participant.tell(message));
    }

    @Override
    public void again(ServerMessage.Queue queue) {
        participants.forEach(participant -> participant.tellAgain(queue));
    }

    @Override
    public void placed(TaskPlace place) {
        lastPlace = place;
        participants.forEach(participant -> participant.tellPlace(place));
    }

    @Override
    public void shortened(int timeoutMillis) {
        participants.forEach(participant -> participant.tellShortened(timeoutMillis));
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
