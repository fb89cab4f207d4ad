package asyfleet.queueserver.api;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.task.TestTerms;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** Stands for the fleet behind a door: remembers what was asked for and answers what the test says. */
final class FakeTask implements TaskEntry, TaskHandle {

    static final byte[] SVG = "<svg/>".getBytes(StandardCharsets.UTF_8);
    static final List<ServerMessage> PICTURE = List.of(
            new ServerMessage.Queue(true, null),
            new ServerMessage.Result(Format.SVG, SVG),
            new ServerMessage.Complete(true, null, 7L, null));

    final BlockingQueue<TaskRequest> asked = new LinkedBlockingQueue<>();
    final BlockingQueue<String> aborted = new LinkedBlockingQueue<>();
    volatile List<ServerMessage> answer = PICTURE; // set by the test's thread, read by the server's

    static ServerMessage output(String text) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public TaskTerms termsOf(Request request) {
        return TestTerms.PLAIN;
    }

    @Override
    public Duration retryAfter() {
        return Duration.ofSeconds(17);
    }

    @Override
    public void endedAtDoor(TaskTerms terms, Door door, Verdict verdict) {
        throw new AssertionError("nothing ends at this door: " + verdict);
    }

    @Override
    public CompletionStage<TaskTerms> admit(TaskTerms terms) {
        throw new AssertionError("the doors of this test answer at the end");
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener listener) {
        asked.add(task.request());
        List<ServerMessage> messages = answer;
        task.owner().execute(() -> messages.forEach(listener::on));
        return this;
    }

    @Override
    public void input(ClientMessage.Input input) {
        throw new AssertionError("HTTP has no input");
    }

    @Override
    public void shorten(int timeoutMillis) {
        throw new AssertionError("HTTP never shortens");
    }

    @Override
    public void abort(EndCode why) {
        aborted.add("abort");
    }
}
