package asyfleet.queueserver.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One layer with a client above it and a task below it, both in the test's hands. */
class LayeredTaskTest implements TaskHandle {

    private static final ServerMessage.Complete DONE = new ServerMessage.Complete(true, null, 1L, null);
    private static final ServerMessage.Queue PASSED = new ServerMessage.Queue(true, null);
    private static final ServerMessage.Denied DENIED = new ServerMessage.Denied("no", EndCode.SUPERSEDED);

    private final FakeOwner owner = new FakeOwner();
    private final ClientTask task =
            new ClientTask(new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 1), TestTerms.PLAIN, owner);
    private final ClientMessage.Input input = new ClientMessage.Input(new byte[] {'x'});
    private final List<ServerMessage> client = new ArrayList<>();
    private final List<Object> below = new ArrayList<>();
    private final List<EndCode> ends = new ArrayList<>();
    private final LayeredTask layer = new LayeredTask(client::add, owner) {
        @Override
        protected void ended(EndCode code) {
            ends.add(code);
        }
    };

    @Test
    void commandsAreForwardedAndThoseThatCameBeforeItBeganAreKept() {
        layer.input(input);
        layer.shorten(3000);
        assertEquals(List.of(), below);

        begin();
        layer.shorten(1000);
        assertEquals(List.of("begun", 3000, input, 1000), below);
    }

    @Test
    void messagesAreForwardedUntilTheLast() {
        begin();
        layer.on(PASSED);
        layer.on(DONE);
        layer.on(PASSED);

        assertEquals(List.of(PASSED, DONE), client);
        assertEquals(List.of(EndCode.OK), ends);
    }

    @Test
    void aTaskEndsOnceHoweverOftenItsClientLeaves() {
        begin();
        layer.abort();
        layer.abort(EndCode.SUPERSEDED);
        layer.on(DONE);

        assertEquals(List.of("begun", EndCode.ABORTED), below);
        assertEquals(List.of(EndCode.ABORTED), ends);
        assertEquals(List.of(), client);
    }

    @Test
    void aTaskThatEndedBeforeItBeganNeverBegins() {
        layer.abort();
        begin();

        assertEquals(List.of(), below);
    }

    @Test
    void aTaskThatBeganElsewhereAfterItsEndIsAborted() {
        layer.abort(EndCode.SUPERSEDED);
        layer.begun(this);

        assertEquals(List.of(EndCode.SUPERSEDED), below);
    }

    @Test
    void aLayerMayEndATaskByAMessageOfItsOwn() {
        begin();
        layer.end(EndCode.SUPERSEDED, DENIED);
        layer.end(EndCode.SUPERSEDED, DENIED);

        assertEquals(List.of("begun", EndCode.SUPERSEDED), below);
        assertEquals(List.of(DENIED), client);
    }

    private void begin() {
        layer.begin(task, (ofTask, listener) -> {
            below.add("begun");
            return this;
        });
    }

    @Override
    public void input(ClientMessage.Input typed) {
        below.add(typed);
    }

    @Override
    public void shorten(int timeoutMillis) {
        below.add(timeoutMillis);
    }

    @Override
    public void abort(EndCode why) {
        below.add(why);
    }
}
