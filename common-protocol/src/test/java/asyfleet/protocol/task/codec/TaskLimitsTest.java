package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.testing.Docs;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskLimitsTest {

    private static final TaskLimits SMALL =
            new TaskLimits(new TaskLimits.Files(2, 10, 15, 20, Set.of("asy")), new TaskLimits.Frames(200, 5, 7, 6));

    private final CodecEnd server = CodecEnd.server(SMALL);
    private final CodecEnd client = CodecEnd.client(SMALL);

    @Test
    void aFileMayHaveAsManyBytesAsTheLimitAndNoMore() {
        add("a.asy", 10);
        assertEquals("too long: the contents of a.asy, 11 bytes; expected at most 10", refusal(() -> add("a.asy", 11)));
    }

    @Test
    void allFilesTogetherHaveALimit() {
        add("a.asy", 9);
        assertEquals(
                "too long: the contents of all files, 16 bytes; expected at most 15", refusal(() -> add("b.asy", 7)));
    }

    @Test
    void aFileThatIsAddedAgainTakesItsOwnPlace() {
        for (int i = 0; i < 10; i++) {
            add("a.asy", 9);
            add("b.asy", 6);
        }
    }

    @Test
    void theNumberOfFilesHasALimitWithRestoredOnesCounted() {
        add("a.asy", 1);
        server.receiveText(
                "add {\"filename\":\"b.asy\",\"main\":false,\"restore\":true,\"hash\":\"" + "0".repeat(64) + "\"}");
        assertEquals("too many files: \"c.asy\" is number 3; expected at most 2", refusal(() -> add("c.asy", 1)));
    }

    @Test
    void inputHasALimit() {
        server.receiveText("input").receiveBinary("12345");
        server.receiveText("input");
        assertEquals(
                "too long: the contents of input, 6 bytes; expected at most 5",
                refusal(() -> server.receiveBinary("123456")));
    }

    @Test
    void repliesHaveLimitsToo() {
        client.receiveText("result {\"format\":\"svg\"}").receiveBinary("1234567");
        client.receiveText("output {\"stream\":\"stdout\"}");
        assertEquals(
                "too long: the contents of output, 7 bytes; expected at most 6",
                refusal(() -> client.receiveBinary("1234567")));
    }

    @Test
    void aTextFrameHasALimit() {
        String error = refusal(() -> server.receiveText("run" + " ".repeat(198)));
        assertEquals("too long: a message, 201 bytes; expected at most 200", error);
    }

    @Test
    void continuationsAreCountedTogetherAndRefusedAsSoonAsTheyAreTooMuch() {
        server.receiveText("add {\"filename\":\"a.asy\",\"main\":true}");
        server.receive(new BinaryWebSocketFrame(false, 0, Unpooled.wrappedBuffer(new byte[6])));
        server.receive(new ContinuationWebSocketFrame(false, 0, Unpooled.wrappedBuffer(new byte[4])));
        server.receive(new ContinuationWebSocketFrame(false, 0, Unpooled.EMPTY_BUFFER));
        assertEquals(
                "too long: the contents of a.asy, 11 bytes so far; expected at most 10",
                refusal(() ->
                        server.receive(new ContinuationWebSocketFrame(false, 0, Unpooled.wrappedBuffer(new byte[1])))));
    }

    @Test
    void theTextOfContinuationsIsCountedTogether() {
        server.receive(new TextWebSocketFrame(false, 0, "run" + " ".repeat(150)));
        assertEquals(
                "too long: a message, 201 bytes; expected at most 200",
                refusal(() -> server.receive(new ContinuationWebSocketFrame(true, 0, " ".repeat(48)))));
    }

    @Test
    void theLargestFrameIsTheLargestOfAllLimits() {
        assertEquals(64 << 20, TaskLimits.DEFAULT.maxFrameBytes());
    }

    @Test
    void aFrameMayBeALittleLongerThanAFileSoThatItIsRefusedInWords() {
        assertEquals((1 << 20) + (64 << 10), TaskLimits.DEFAULT.maxRequestFrameBytes());
    }

    @Test
    void theDocsGiveTheLimitsOfMessages() {
        TaskLimits.Frames frames = TaskLimits.Frames.DEFAULT;
        assertEquals(frames.maxTextBytes(), frames.maxInputBytes());
        String sentence = (frames.maxTextBytes() >> 10) + " KiB for a text frame and for `input`; "
                + (frames.maxResultBytes() >> 20) + " MiB for a `result`, " + (frames.maxOutputBytes() >> 20)
                + " MiB for one `output`.";
        assertTrue(Docs.readUnbroken("protocols.md").contains(sentence), sentence);
    }

    private void add(String name, int bytes) {
        server.receiveText("add {\"filename\":\"" + name + "\",\"main\":true}");
        server.receiveBinary("x".repeat(bytes));
        assertNotNull(server.message());
    }

    private static String refusal(Runnable action) {
        return assertThrows(ProtocolException.class, action::run).getMessage();
    }
}
