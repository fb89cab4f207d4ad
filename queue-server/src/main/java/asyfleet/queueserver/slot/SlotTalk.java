package asyfleet.queueserver.slot;

import asyfleet.net.bounds.NoRoomException;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.PendingCommands;
import asyfleet.queueserver.task.TaskListener;

/**
 * The conversation of a task with the slots that run it, over all its runs. One call is made per run, and only the
 * latest counts: whatever still comes of an earlier one is not heard.
 *
 * <pre>
 * APART    call                            → CALLING
 * CALLING  connected                       → TALKING (the slot is told what was said before it was there)
 *          no such slot                    → APART (lost)
 * TALKING  output, image                   → TALKING (passed on)
 *          complete                        → APART (completed)
 *          complete, by the fleet's fault  → APART (lost)
 *          what no slot ever says          → APART (closed, lost)
 *          connection closes               → APART (lost)
 *          more than there is room for     → APART (completed, as a failure)
 * any      hang up                         → APART (closed, or to be closed as soon as it is connected)
 * </pre>
 *
 * <p>APART is no call, CALLING a call without a link, TALKING one that has it. Confined to the task's owner.
 */
public final class SlotTalk {

    private final Owner owner;
    private final BackendLink.Opener links;
    private final TaskListener client;
    private final CallListener task;
    private final boolean interactive;
    private final RunOutput output;

    /** They hold for every run. */
    private final PendingCommands ofClient = new PendingCommands();

    /** They hold for the present run: the next one gets a duration of its own. */
    private PendingCommands ofScheduler = new PendingCommands();

    private boolean passed;
    private Call call;

    /** The listener that is told how a call ended, unless it hung up itself. */
    public interface CallListener {

        void completed(ServerMessage.Complete complete);

        /** The slot, its process or the connection to it is gone before the task was complete. */
        void lost(String reason);
    }

    /** @param interactive whether the task never runs twice */
    public SlotTalk(
            Owner owner, BackendLink.Opener links, TaskListener client, boolean interactive, CallListener task) {
        this.owner = owner;
        this.links = links;
        this.client = client;
        this.task = task;
        this.interactive = interactive;
        this.output = new RunOutput(client, interactive);
    }

    /** The task is about to run, for the first time or again from its start. */
    public void prepareRun() {
        ofScheduler = new PendingCommands();
        output.restart();
    }

    public void call(String address) {
        call = new Call();
        links.open(address, owner, call);
    }

    public void hangUp() {
        if (isConnected()) {
            call.link.close();
        }
        call = null;
    }

    public boolean isConnected() {
        return call != null && call.link != null;
    }

    /** Whether a slot was ever reached: then the client knows that its queueing is over, whatever happens later. */
    public boolean hasPassed() {
        return passed;
    }

    /** Passes on the text that the client types. */
    public void input(ClientMessage.Input input) {
        if (isConnected()) {
            send(input);
        } else {
            ofClient.input(input);
        }
    }

    /** By the client's wish. */
    public void shorten(int millis) {
        if (ofClient.shorten(millis)) {
            tellTime(millis);
        }
    }

    /** By the scheduler's decision. */
    public void downgrade(int millis) {
        if (ofScheduler.shorten(millis)) {
            tellDowngrade(millis);
        }
    }

    /** The client hears of it as well: it was not its wish. */
    private void tellDowngrade(int millis) {
        if (isConnected()) {
            tellTime(millis);
            client.shortened(millis);
        }
    }

    private void tellTime(int millis) {
        send(ClientMessage.Options.timeout(millis));
    }

    private void send(ClientMessage message) {
        if (isConnected()) {
            call.link.send(message);
        }
    }

    private void connected() {
        ServerMessage.Queue over = new ServerMessage.Queue(true, null);
        if (passed) {
            client.again(over);
        } else {
            passed = true;
            client.on(over);
        }
        ofScheduler.tell(this::tellDowngrade, this::send);
        ofClient.tell(this::tellTime, this::send);
    }

    private void said(ServerMessage message) {
        if (message instanceof ServerMessage.Complete complete) {
            completed(complete);
        } else if (!output.on(message)) {
            call.link.close();
            lost("its slot said " + message.getClass().getSimpleName() + ", which slots never say");
        }
    }

    private void completed(ServerMessage.Complete complete) {
        if (blamesTheFleet(complete)) {
            lost(complete.error());
        } else {
            output.flush();
            call = null;
            task.completed(complete);
        }
    }

    /** A fault of the fleet is repaired, never shown as a fault of the user's code. */
    private static boolean blamesTheFleet(ServerMessage.Complete complete) {
        return !complete.success()
                && complete.verdict() != null
                && (complete.verdict().stage() == Stage.FLEET
                        || complete.verdict().code() == EndCode.FLEET_FAULT);
    }

    /** Not lost: to run it again would need the same room. */
    private void overflowed() {
        call = null;
        output.restart();
        Verdict verdict = Verdict.of(EndCode.UNAVAILABLE, Stage.FLEET);
        task.completed(new ServerMessage.Complete(false, NoRoomException.MESSAGE, null, verdict));
    }

    private void lost(String reason) {
        call = null;
        task.lost(reason);
    }

    /** The connection that was opened for one run. */
    private final class Call implements BackendLink.Listener {

        private BackendLink link;

        private boolean isLatest() {
            assert owner.isCurrentThread() : "slot heard by " + Thread.currentThread();
            return call == this;
        }

        /** Images wait for the run's end, and doors that give one answer gather the output. */
        @Override
        public boolean keepsMessages() {
            return !interactive;
        }

        @Override
        public void failed(Throwable reason) {
            if (isLatest()) {
                lost("no connection to its slot: " + reason);
            }
        }

        @Override
        public void opened(BackendLink opened) {
            if (isLatest()) {
                link = opened;
                connected();
            } else {
                opened.close();
            }
        }

        @Override
        public void message(ServerMessage message) {
            if (isLatest()) {
                said(message);
            }
        }

        @Override
        public void overflowed() {
            if (isLatest()) {
                SlotTalk.this.overflowed();
            }
        }

        @Override
        public void closed() {
            if (isLatest()) {
                lost("its connection closed before the task was complete");
            }
        }
    }
}
