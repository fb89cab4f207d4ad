package asyfleet.queueserver.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.TaskListener;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotTalkTest {

    private static final ServerMessage.Complete DONE = new ServerMessage.Complete(true, null, 12L, null);
    private static final ServerMessage.Queue PASSED = new ServerMessage.Queue(true, null);

    /** All that the task and its client hear, in order. */
    private final List<Object> heard = new ArrayList<>();

    private final List<FakeCall> calls = new ArrayList<>();
    private final SlotTalk talk = talk(false, heard::add);

    @Test
    void aClientHearsOnceThatItsQueueingIsOverHoweverOftenItsTaskRuns() {
        connect(talk).listener.closed();
        connect(talk);

        assertEquals(List.of(PASSED, "lost"), heard);
    }

    @Test
    void anImageWaitsForTheEndOfItsRun() {
        FakeCall call = connect(talk);
        call.listener.message(image());
        assertEquals(List.of(PASSED), heard);

        call.listener.message(DONE);
        assertEquals(List.of(PASSED, image(), DONE), heard);
    }

    @Test
    void imagesOfAnInteractiveTaskPassAtOnce() {
        connect(talk(true, heard::add)).listener.message(image());

        assertEquals(List.of(PASSED, image()), heard);
    }

    @Test
    void aDowngradeIsPassedOnOnceAndNeverLengthens() {
        FakeCall call = connect(talk);
        talk.downgrade(10_000);
        talk.downgrade(10_000);
        talk.downgrade(30_000);
        talk.downgrade(3_000);

        assertEquals(List.of(ClientMessage.Options.timeout(10_000), ClientMessage.Options.timeout(3_000)), call.sent);
    }

    @Test
    void whatCameBeforeTheSlotIsToldWhenItIsThere() {
        ClientMessage.Input input = new ClientMessage.Input("draw(unitcircle);".getBytes(StandardCharsets.UTF_8));
        talk.input(input);
        talk.shorten(3000);

        assertEquals(List.of(ClientMessage.Options.timeout(3000), input), connect(talk).sent);
    }

    @Test
    void theNextRunIsHeldToTheClientsWishButNotToADowngradeOfTheLast() {
        connect(talk);
        talk.downgrade(3_000);
        talk.shorten(20_000);
        talk.hangUp();
        talk.prepareRun();

        assertEquals(List.of(ClientMessage.Options.timeout(20_000)), connect(talk).sent);
    }

    @Test
    void aSlotThatCannotBeReachedIsLost() {
        call(talk).listener.failed(new ConnectException("refused"));

        assertEquals(List.of("lost"), heard);
    }

    @Test
    void aSlotThatSaysWhatSlotsNeverSayIsClosedAndLost() {
        FakeCall call = connect(talk);
        call.listener.message(new ServerMessage.Denied("no", null));
        call.listener.closed();

        assertEquals(List.of(PASSED, "lost"), heard);
        assertEquals(1, call.closings);
    }

    @Test
    void aFaultOfTheFleetCountsAsALossAndNotAsTheProgramsEnd() {
        Verdict fault = Verdict.of(EndCode.FLEET_FAULT, Stage.SANDBOX);
        connect(talk).listener.message(new ServerMessage.Complete(false, "no space left", null, fault));

        assertEquals(List.of(PASSED, "lost"), heard);
    }

    @Test
    void nothingIsHeardOfASlotAfterHangingUp() {
        FakeCall call = connect(talk);
        talk.hangUp();
        call.listener.message(output("late"));
        call.listener.message(DONE);
        call.listener.closed();

        assertEquals(List.of(PASSED), heard);
        assertEquals(1, call.closings);
    }

    @Test
    void aSlotThatAnswersAfterHangingUpIsClosed() {
        FakeCall call = call(talk);
        talk.hangUp();
        call.listener.opened(call);

        assertFalse(talk.isConnected());
        assertEquals(List.of(), heard);
        assertEquals(1, call.closings);
    }

    @Test
    void nothingOfAnEarlierRunIsTakenForThePresentOne() {
        FakeCall earlier = connect(talk);
        talk.hangUp();
        call(talk);
        earlier.listener.message(DONE);
        earlier.listener.closed();

        assertEquals(List.of(PASSED), heard);
    }

    @Test
    void aClientMayLeaveAtTheWordThatItsQueueingIsOver() {
        SlotTalk[] leaving = new SlotTalk[1];
        leaving[0] = talk(true, message -> leaving[0].hangUp());
        leaving[0].shorten(3000);
        FakeCall call = connect(leaving[0]);

        assertEquals(List.of(), call.sent);
        assertEquals(1, call.closings);
    }

    @Test
    void aResultWithoutRoomEndsTheTaskAndDoesNotLookLikeALostBackend() {
        FakeCall call = connect(talk(false, message -> {}));
        call.listener.message(image());
        call.listener.overflowed();
        call.listener.closed();

        assertEquals(1, heard.size(), heard.toString());
        ServerMessage.Complete complete = (ServerMessage.Complete) heard.get(0);
        assertFalse(complete.success());
        assertEquals(EndCode.UNAVAILABLE, complete.verdict().code());
    }

    @Test
    void onlyWhatAShellSaysIsPassedOnAtOnce() {
        assertTrue(call(talk(false, message -> {})).listener.keepsMessages());
        assertFalse(call(talk(true, message -> {})).listener.keepsMessages());
    }

    private SlotTalk talk(boolean interactive, TaskListener client) {
        return new SlotTalk(
                new FakeOwner(),
                (address, owner, listener) -> calls.add(new FakeCall(listener)),
                client,
                interactive,
                new SlotTalk.CallListener() {
                    @Override
                    public void completed(ServerMessage.Complete complete) {
                        heard.add(complete);
                    }

                    @Override
                    public void lost(String reason) {
                        heard.add("lost");
                    }
                });
    }

    private FakeCall call(SlotTalk caller) {
        caller.call("ws://slot");
        return calls.get(calls.size() - 1);
    }

    private FakeCall connect(SlotTalk caller) {
        FakeCall call = call(caller);
        call.listener.opened(call);
        return call;
    }

    private static ServerMessage.Output output(String text) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    private static ServerMessage.Result image() {
        return new ServerMessage.Result(Format.SVG, "<svg/>".getBytes(StandardCharsets.UTF_8));
    }

    /** The slot's end of a connection. */
    private static final class FakeCall implements BackendLink {

        final BackendLink.Listener listener;
        final List<ClientMessage> sent = new ArrayList<>();
        int closings;

        FakeCall(BackendLink.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void send(ClientMessage message) {
            sent.add(message);
        }

        @Override
        public void close() {
            closings++;
        }
    }
}
