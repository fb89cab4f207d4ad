package asyfleet.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection whose buffers are small, so that room comes and goes while messages are written. */
class TaskConnectionTest {

    private static final int PICTURES = 50;

    private final OwnerThread owner = new OwnerThread("test-owner");
    private final ServedTask task = new ServedTask(owner, new Silent(), 1 << 20, new OutputBudget(1 << 20));

    @AfterEach
    void stop() {
        owner.close();
    }

    /** Whichever frame it is that fills the buffer. */
    @ParameterizedTest
    @ValueSource(ints = {40, 120, 130, 150, 200, 250, 300, 350})
    void everyPictureFollowsItsHeaderWhateverFillsTheBuffer(int room) {
        own(() -> task.start(false, listener -> Execution.OVER));
        for (int i = 0; i < PICTURES; i++) {
            task.said(new ServerMessage.Result(Format.SVG, new byte[11], "r" + i));
        }
        EmbeddedChannel channel = new EmbeddedChannel(TaskCodec.server(TaskLimits.DEFAULT));
        channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(room / 2, room));
        channel.pipeline().addLast(new TaskConnection(task));
        own(() -> {}); // it attaches the connection
        channel.runPendingTasks();

        for (int i = 0; i < PICTURES; i++) {
            TextWebSocketFrame header = assertInstanceOf(TextWebSocketFrame.class, channel.readOutbound());
            assertEquals("result {\"format\":\"svg\",\"name\":\"r" + i + "\"}", header.text());
            BinaryWebSocketFrame contents = assertInstanceOf(BinaryWebSocketFrame.class, channel.readOutbound());
            assertEquals(11, contents.content().readableBytes());
            header.release();
            contents.release();
        }
        channel.finishAndReleaseAll();
    }

    private void own(Runnable step) {
        CompletableFuture.runAsync(step, owner).join();
    }

    private static final class Silent implements ServedTask.Watcher {
        @Override
        public void ended(ServerMessage.Complete complete) {
            // Nothing to note.
        }

        @Override
        public void over() {
            // Nothing to note.
        }
    }
}
