package asyfleet.queueserver.session;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.PendingCommands;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.redis.reuse.RecentFiles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One client at {@code /asy}, by the rules of the protocol.
 *
 * <pre>
 * COLLECTING  add, options        → COLLECTING
 *             run                 → RESTORING
 * RESTORING   all files are there → SUBMITTED
 *             some are not        → COLLECTING (missing; the second chance)
 *             input, options      → RESTORING (kept for the task)
 * SUBMITTED   input, options      → SUBMITTED
 *             complete or denied  → ENDED (a connection that is kept gets another session)
 * any         breach of protocol  → ENDED (denied; a task that was submitted is aborted)
 *             client leaves       → ENDED
 * </pre>
 *
 * <p>Confined to its {@link Owner}, the event loop of the client's connection.
 */
final class Session implements ClientMessage.Handler<Void> {

    private enum State {
        COLLECTING,
        RESTORING,
        SUBMITTED,
        ENDED
    }

    private static final CompletableFuture<RecentFiles.Finding> NOTHING_TO_RESTORE =
            CompletableFuture.completedFuture(new RecentFiles.Finding.Found(Map.of()));

    private final SessionReplies replies;
    private final Owner owner;
    private final TaskTerms terms;
    private final TaskLauncher launcher;
    private final FileCache files;
    private final SessionContext.Rules rules;
    private final Draft draft;
    private final PendingCommands pending = new PendingCommands();

    private State state = State.COLLECTING;
    private CompletableFuture<RecentFiles.Finding> restoring = NOTHING_TO_RESTORE;
    private TaskHandle task;
    private boolean disturbed;

    Session(
            SessionReplies replies,
            Owner owner,
            TaskTerms terms,
            TaskLauncher launcher,
            FileCache files,
            SessionContext.Rules rules) {
        this.replies = replies;
        this.owner = owner;
        this.terms = terms;
        this.launcher = launcher;
        this.files = files;
        this.rules = rules;
        this.draft = new Draft(rules.task());
    }

    /** Takes a message of the client. */
    void receive(ClientMessage message) {
        assert owner.isCurrentThread();
        if (state == State.ENDED) {
            return;
        }
        try {
            message.accept(this);
        } catch (ProtocolException e) {
            broken(e.getMessage());
        }
    }

    /** Ends the session: the client sent something that is no message, or not in its turn. */
    void broken(String error) {
        if (state != State.ENDED) {
            leave();
            replies.sendLast(new ServerMessage.Denied(error, EndCode.BAD_REQUEST));
        }
    }

    /** Nothing came for as long as a client may take before {@code run}. */
    void idle() {
        if (state == State.COLLECTING) {
            broken("no whole message came for " + rules.upload().idle().toMillis()
                    + " ms; expected add with its contents, options or run");
        }
    }

    /** Messages came, but no {@code run} among them. */
    void uploadTookTooLong() {
        if (state == State.COLLECTING) {
            broken("no run came within " + rules.upload().total().toMillis() + " ms, only " + draft
                    + "; expected run by then");
        }
    }

    /** Whether the client is to say something. */
    boolean isCollecting() {
        return state == State.COLLECTING;
    }

    void clientLeft() {
        leave();
    }

    /** This server stops: a task may end in the time that is left, also one that waits. Whoever has none yet goes elsewhere. */
    void serverStops() {
        if (state == State.COLLECTING) {
            leave();
            replies.closeGoingAway("this server restarts; connect again");
        }
    }

    /** The time in which a task could end is over. */
    void serverCannotWait() {
        if (state != State.ENDED) {
            leave();
            replies.closeGoingAway("this server restarts and cannot wait for the task any longer; run it again");
        }
    }

    @Override
    public Void on(ClientMessage.Add add) {
        require(state == State.COLLECTING, "add");
        draft.add(add);
        return null;
    }

    @Override
    public Void on(ClientMessage.Options options) {
        if (state == State.COLLECTING) {
            draft.set(options);
            return null;
        }
        disturbed = true;
        TaskRules.checkLaterOptions(options);
        if (task == null) {
            pending.shorten(options.timeoutMillis());
        } else {
            task.shorten(options.timeoutMillis());
        }
        return null;
    }

    @Override
    public Void on(ClientMessage.Run run) {
        require(state == State.COLLECTING, "run");
        restore();
        return null;
    }

    @Override
    public Void on(ClientMessage.Input input) {
        require(state != State.COLLECTING, "input");
        disturbed = true;
        if (!draft.isInteractive()) {
            throw TaskRules.inputToFigure();
        }
        if (task == null) {
            pending.input(input);
        } else {
            task.input(input);
        }
        return null;
    }

    private void require(boolean inTurn, String verb) {
        if (!inTurn) {
            String expected =
                    switch (state) {
                        case COLLECTING -> "add, options or run";
                        case RESTORING, SUBMITTED ->
                            "input, if interactive, or options {\"timeout\": ms}"
                                    + (replies.isKept() ? "; the next task begins after complete or denied" : "");
                        case ENDED -> "nothing";
                    };
            throw TaskRules.outOfTurn(verb, expected);
        }
    }

    /** Reads only what a task may have: its client said a few bytes, and the answer may be megabytes. */
    private void restore() {
        draft.checkMainFile();
        state = State.RESTORING;
        restoring = draft.toRestore().isEmpty() ? NOTHING_TO_RESTORE : files.find(draft.wanted(terms.scope()));
        restoring.whenComplete((finding, failure) -> owner.execute(() -> restored(finding)));
    }

    /** @param finding null if it failed: a file that could not be looked for is as good as one that is not there */
    private void restored(RecentFiles.Finding finding) {
        if (state != State.RESTORING) {
            return;
        }
        if (finding instanceof RecentFiles.Finding.TooLarge tooLarge) {
            broken(draft.tooLarge(tooLarge.bytes()));
            return;
        }
        if (finding instanceof RecentFiles.Finding.Found found) {
            draft.restored(found.contents());
        }
        List<MissingFile> missing = draft.toRestore();
        if (missing.isEmpty()) {
            submit();
        } else {
            state = State.COLLECTING;
            replies.send(new ServerMessage.Missing(missing));
        }
    }

    private void submit() {
        try {
            TaskRequest request = draft.toRequest();
            draft.uploaded().forEach(add -> files.keep(terms.scope(), add.hash(), add.contents()));
            state = State.SUBMITTED;
            task = launcher.launch(new ClientTask(request, terms, owner), new TaskEvents());
            pending.tell(task::shorten, request.options().interactive() ? task::input : nobodyReadsIt -> {});
        } catch (ProtocolException e) {
            broken(e.getMessage());
        }
    }

    private void told(ServerMessage message) {
        if (state == State.ENDED) {
            return;
        }
        if (message.isLast()) {
            state = State.ENDED;
            replies.sendEnd(message.traced(terms.trace().context().traceId()), !disturbed);
        } else {
            replies.send(message);
        }
    }

    /** Tells the client what becomes of its task. */
    private final class TaskEvents implements TaskListener {

        private boolean lost;
        private Set<Absence> absent = Set.of();

        @Override
        public void on(ServerMessage message) {
            told(message);
        }

        /** The client may keep what it has; it is only told that this takes longer. */
        @Override
        public void again(ServerMessage.Queue queue) {
            if (lost == queue.passed() || !absent.equals(queue.absent())) {
                lost = !queue.passed();
                absent = queue.absent();
                told(ServerMessage.Queue.lost(lost, absent));
            }
        }

        @Override
        public void shortened(int timeoutMillis) {
            told(ServerMessage.Queue.shortened(timeoutMillis));
        }
    }

    private void leave() {
        restoring.cancel(false);
        if (task != null && state == State.SUBMITTED) {
            task.abort();
        }
        state = State.ENDED;
    }
}
