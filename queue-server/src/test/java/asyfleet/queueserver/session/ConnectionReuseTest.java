package asyfleet.queueserver.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Request;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.reuse.RecentFiles;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One connection of {@code /asy} with frames as a client sends and sees them, and a clock that the test turns. */
class ConnectionReuseTest implements TaskEntry, TaskHandle, FileCache {

    private static final ServerMessage.Complete DONE = new ServerMessage.Complete(true, null, 1L, null);
    private static final String DONE_TEXT = "complete {\"success\":true,\"time\":1}";

    private final SessionContext.Rules rules = new SessionContext.Rules(
            new TaskRules(TaskLimits.DEFAULT, List.of(3000, 10_000, 30_000)),
            new SessionContext.Rules.Upload(Duration.ofSeconds(10), Duration.ofSeconds(100)));
    private final SessionContext context =
            new SessionContext(new Gate(new ApiTokens(Optional.empty())), this, caller -> this, rules);
    private final List<String> launched = new ArrayList<>();
    private boolean admitted = true;
    private TaskListener listener;
    private EmbeddedChannel channel =
            connection(ConnectionReuse.of(() -> admitted ? Optional.of(TestTerms.PLAIN) : Optional.empty()));

    private EmbeddedChannel connection(ConnectionReuse kept) {
        EmbeddedChannel opened = new EmbeddedChannel();
        opened.freezeTime();
        opened.pipeline().addLast(SessionHandler.CODEC, context.codec());
        opened.pipeline().addLast(new SessionHandler(context, TestTerms.PLAIN, kept));
        return opened;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void theNextTaskComesOnTheSameConnectionWithFilesOfItsOwn() {
        String large = ";".repeat(TaskLimits.DEFAULT.files().maxFileBytes());
        int most = TaskLimits.DEFAULT.files().maxTotalBytes() / large.length();
        for (int i = 0; i <= most; i++) {
            send("figure" + i + ".asy", large);
            assertEquals(List.of(DONE_TEXT), end());
        }
        assertEquals(most + 1, launched.size());
    }

    @Test
    void aDenialByTheFleetKeepsTheConnection() {
        send("main.asy");
        listener.on(new ServerMessage.Denied("the queue is full", EndCode.QUEUE_FULL));
        assertEquals(1, heard().size());

        send("main.asy");
        assertEquals(List.of(DONE_TEXT), end());
    }

    @Test
    void aConnectionThatNobodyAskedToKeepClosesAfterItsTask() {
        channel = connection(ConnectionReuse.NO);
        send("main.asy");

        assertEquals(List.of(DONE_TEXT, "close 1000"), end());
    }

    @Test
    void aMistakeClosesTheConnection() {
        channel.writeInbound(new TextWebSocketFrame("jump"));

        List<String> heard = heard();
        assertTrue(heard.get(0).startsWith("denied"), heard.toString());
        assertEquals("close 1000", heard.get(1));
    }

    @Test
    void aTaskThatWasToldMoreIsTheLastOfItsConnection() {
        send("main.asy");
        channel.writeInbound(new TextWebSocketFrame("options {\"timeout\":3000}"));

        assertEquals(List.of(DONE_TEXT, "close 1000"), end());
    }

    @Test
    void aConnectionHasABoundOfTasks() {
        for (int i = 1; i < ConnectionReuse.MOST_TASKS; i++) {
            send("main.asy");
            assertEquals(List.of(DONE_TEXT), end());
        }
        send("main.asy");
        assertEquals(List.of(DONE_TEXT, "close 1000"), end());
    }

    @Test
    void aConnectionThatIsNotUsedIsClosedAfterAWhileAndNotBefore() {
        send("main.asy");
        end();
        advance(ConnectionReuse.IDLE.minusSeconds(1));
        assertEquals(List.of(), heard());

        advance(Duration.ofSeconds(2));
        assertEquals(List.of("close 1000"), heard());
    }

    @Test
    void theNextTaskHasAsMuchTimeToComeAsTheFirst() {
        send("main.asy");
        end();
        advance(Duration.ofSeconds(50));
        channel.writeInbound(new TextWebSocketFrame("options {\"timeout\":3000}"));
        advance(Duration.ofSeconds(9));
        assertEquals(List.of(), heard());

        advance(Duration.ofSeconds(2));
        assertTrue(heard().get(0).startsWith("denied {\"error\":\"no whole message came for 10000 ms"));
    }

    @Test
    void aTaskThatRunsForLongIsNotIdle() {
        send("main.asy");
        advance(Duration.ofMinutes(10));
        assertEquals(List.of(), heard());

        assertEquals(List.of(DONE_TEXT), end());
    }

    @Test
    void aTokenThatCountsNoLongerEndsTheConnectionWithItsTask() {
        send("main.asy");
        admitted = false;

        assertEquals(List.of(DONE_TEXT, "close 1000"), end());
    }

    @Test
    void aServerThatStopsClosesConnectionsThatWaitForATask() {
        send("main.asy");
        end();
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);

        assertEquals(List.of("close 1001"), heard());
    }

    private void send(String name) {
        send(name, ";");
    }

    private void send(String name, String contents) {
        channel.writeInbound(new TextWebSocketFrame("add {\"filename\":\"" + name + "\",\"main\":true}"));
        channel.writeInbound(new BinaryWebSocketFrame(Unpooled.copiedBuffer(contents, StandardCharsets.UTF_8)));
        channel.writeInbound(new TextWebSocketFrame("run"));
    }

    private List<String> end() {
        listener.on(DONE);
        return heard();
    }

    private void advance(Duration time) {
        channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private List<String> heard() {
        channel.runPendingTasks();
        List<String> heard = new ArrayList<>();
        for (Object frame = channel.readOutbound(); frame != null; frame = channel.readOutbound()) {
            heard.add(
                    frame instanceof CloseWebSocketFrame close
                            ? "close " + close.statusCode()
                            : ((TextWebSocketFrame) frame).text());
        }
        return heard;
    }

    @Override
    public TaskTerms termsOf(Request request) {
        return TestTerms.PLAIN;
    }

    @Override
    public Duration retryAfter() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void endedAtDoor(TaskTerms terms, Door door, Verdict verdict) {
        throw new AssertionError("nothing ends at this door: " + verdict);
    }

    @Override
    public CompletionStage<TaskTerms> admit(TaskTerms terms) {
        return CompletableFuture.completedFuture(terms);
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client) {
        launched.add(task.request().main());
        listener = client;
        return this;
    }

    @Override
    public void input(ClientMessage.Input input) {
        throw new AssertionError("no shell");
    }

    @Override
    public void shorten(int timeoutMillis) {
        // It may.
    }

    @Override
    public void abort(EndCode why) {
        // It may.
    }

    @Override
    public void keep(String scope, String sha256, byte[] contents) {
        throw new AssertionError("no hashes");
    }

    @Override
    public CompletableFuture<RecentFiles.Finding> find(RecentFiles.Wanted wanted) {
        throw new AssertionError("no hashes");
    }
}
