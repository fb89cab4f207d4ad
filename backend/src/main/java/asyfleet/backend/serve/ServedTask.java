package asyfleet.backend.serve;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.serve.Outbox.Added;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The rules between one task and its one client. The claim is answered and the client told of the address in the same
 * moment, so the client may be here before the execution is.
 *
 * <pre>
 * client:  AWAITED   -- connects                                    --> CONNECTED
 *          AWAITED   -- did not come in time, claim lost, draining  --> GONE
 *          CONNECTED -- closes, is closed after complete, draining  --> GONE
 * run:     CLAIMED   -- the claim was won                           --> RUNNING
 *          CLAIMED   -- client GONE, or the claim was lost          --> ENDED
 *          RUNNING   -- the execution says so                       --> ENDED
 * </pre>
 *
 * <p>A client that is GONE while the task is RUNNING aborts it; the execution still says when it has ENDED. A task that is
 * over for both is {@link Watcher#over}.
 *
 * <p>Owner: the {@link OwnerThread} it was made with. The methods of the execution's threads ({@link #said},
 * {@link #ended}) and of the connection's event loop ({@link #connected}, {@link #received}, {@link #broken},
 * {@link #disconnected}, {@link #next}) hop there; only what the execution says goes past it, into the {@link Outbox}.
 */
public final class ServedTask implements Execution.Listener {

    private enum Client {
        AWAITED,
        CONNECTED,
        GONE
    }

    private enum Run {
        CLAIMED,
        RUNNING,
        ENDED
    }

    /** Hears of the client and of the ends, on the owner's thread, each at most once. */
    public interface Watcher {

        /** The client has connected. */
        default void fetched() {}

        /** The execution is over: its slot is free. Called for every task that was started. */
        void ended(ServerMessage.Complete complete);

        /** Nothing of the task is left here. */
        void over();
    }

    /** The connection of the client. Safe for any thread. */
    interface Link {

        /** There is something in the outbox. */
        void wake();

        void close(CloseReason reason);
    }

    /** A client can be faster than the reply of the claim by a few messages, not by more. */
    private static final int MOST_EARLY = 16;

    private final OwnerThread owner;
    private final Watcher watcher;
    private final Outbox outbox;
    private final long mostBytes;
    private final List<ClientMessage> early = new ArrayList<>();
    private Client client = Client.AWAITED;
    private Run state = Run.CLAIMED;
    private Link link;
    private Execution run;
    private boolean interactive;

    /** @param mostBytes how much may wait for the client */
    ServedTask(OwnerThread owner, Watcher watcher, long mostBytes, OutputBudget budget) {
        this.owner = owner;
        this.watcher = watcher;
        this.mostBytes = mostBytes;
        this.outbox = new Outbox(mostBytes, budget);
    }

    /** The claim was won. Nothing is started for a client that has come and gone meanwhile. */
    public void start(boolean isInteractive, Function<Execution.Listener, Execution> starter) {
        assert owner.isCurrent() && state == Run.CLAIMED;
        state = Run.RUNNING;
        if (client == Client.GONE) {
            end(new ServerMessage.Complete(false, "Execution aborted", null, Verdict.of(EndCode.ABORTED, Stage.FLEET)));
            return;
        }
        interactive = isInteractive;
        run = starter.apply(this);
        early.forEach(this::handle);
        early.clear();
    }

    /** The scheduler gave the running task another duration, and its queue server may not say so. Zero halts it. */
    public void shorten(Duration duration) {
        assert owner.isCurrent();
        if (state == Run.RUNNING && duration.isZero()) {
            run.abort();
        } else if (state == Run.RUNNING) {
            run.shorten(duration);
        }
    }

    /** The claim was lost: there is nothing to serve. */
    public void drop() {
        assert owner.isCurrent() && state == Run.CLAIMED;
        state = Run.ENDED;
        if (client == Client.GONE) {
            overIfDone();
        } else {
            leave(new CloseReason(CloseReason.GOING_AWAY, "the task runs elsewhere"));
        }
    }

    /** The client had its time to connect. */
    public void giveUpWaiting() {
        if (client == Client.AWAITED) {
            leave(null);
        }
    }

    /** Ends without {@code complete}, so that the queue server has the task run elsewhere. */
    public void handBack() {
        leave(new CloseReason(CloseReason.GOING_AWAY, "the backend is shutting down"));
    }

    public boolean isAwaitingClient() {
        return client == Client.AWAITED;
    }

    private void leave(CloseReason reason) {
        assert owner.isCurrent();
        if (client == Client.GONE) {
            return;
        }
        client = Client.GONE;
        outbox.close();
        if (link != null && reason != null) {
            link.close(reason);
        }
        abort();
        overIfDone();
    }

    private void overIfDone() {
        if (client == Client.GONE && state == Run.ENDED) {
            watcher.over();
        }
    }

    private void connect(Link connection) {
        if (client != Client.AWAITED) {
            connection.close(new CloseReason(CloseReason.GOING_AWAY, "the task is over"));
            return;
        }
        client = Client.CONNECTED;
        link = connection;
        watcher.fetched();
    }

    private void end(ServerMessage.Complete complete) {
        state = Run.ENDED;
        watcher.ended(complete);
        overIfDone();
    }

    private void handle(ClientMessage message) {
        if (client == Client.GONE || state == Run.ENDED) {
            return; // it crossed the end on its way
        }
        if (state == Run.RUNNING) {
            obey(message);
        } else if (early.size() < MOST_EARLY) {
            early.add(message);
        } else {
            refuse("more than %d messages before the task began".formatted(MOST_EARLY));
        }
    }

    private void obey(ClientMessage message) {
        try {
            message.accept(new Rules());
        } catch (ProtocolException e) {
            refuse(e.getMessage());
        }
    }

    /** The client broke the protocol: it is told how, and the task ends. */
    private void refuse(String error) {
        complain(new ServerMessage.Complete(false, error, null, Verdict.of(EndCode.BAD_REQUEST, Stage.FLEET)));
    }

    private void complain(ServerMessage.Complete complete) {
        outbox.addLast(complete);
        abort();
    }

    private void abort() {
        assert owner.isCurrent();
        if (state == Run.RUNNING) {
            run.abort();
        }
    }

    /** The messages that a client may send to a task that runs. */
    private final class Rules implements ClientMessage.Handler<Void> {

        private static final String EXPECTED = "input, if interactive, or options {\"timeout\": ms}";

        @Override
        public Void on(ClientMessage.Options options) {
            TaskRules.checkLaterOptions(options);
            run.shorten(Duration.ofMillis(options.timeoutMillis()));
            return null;
        }

        @Override
        public Void on(ClientMessage.Input input) {
            if (!interactive) {
                throw TaskRules.inputToFigure();
            }
            run.input(input.contents());
            return null;
        }

        @Override
        public Void on(ClientMessage.Add add) {
            throw TaskRules.outOfTurn("add", EXPECTED);
        }

        @Override
        public Void on(ClientMessage.Run again) {
            throw TaskRules.outOfTurn("run", EXPECTED);
        }
    }

    @Override
    public void said(ServerMessage message) {
        if (outbox.add(message) == Added.FULL) {
            // At once, before the execution can end: its own end would hide the gap.
            outbox.addLast(overflow());
            owner.execute(this::abort);
        }
    }

    private ServerMessage.Complete overflow() {
        String error = "Execution aborted: more output waits to be read than %dB".formatted(mostBytes);
        Verdict verdict = Verdict.ofLimit(EndCode.ABORTED, Stage.FLEET, mostBytes, outbox.bytes());
        return new ServerMessage.Complete(false, error, null, verdict);
    }

    @Override
    public void ended(ServerMessage.Complete complete) {
        outbox.addLast(complete);
        owner.execute(() -> end(complete));
    }

    /** Sends the waiting messages on this thread: the outbox of a client that came too late is closed, and has nothing. */
    void connected(Link connection) {
        outbox.attach(connection::wake);
        owner.execute(() -> connect(connection));
    }

    void received(ClientMessage message) {
        owner.execute(() -> handle(message));
    }

    void broken(String error) {
        owner.execute(() -> refuse(error));
    }

    void disconnected(Link connection) {
        owner.execute(() -> {
            if (link == connection) {
                leave(null);
            }
        });
    }

    /** The next message to send, or null; see {@link Outbox#poll}. */
    ServerMessage next() {
        return outbox.poll();
    }
}
