package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage.Add;
import asyfleet.protocol.task.ClientMessage.Input;
import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.ClientMessage.Run;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Denied;
import asyfleet.protocol.task.ServerMessage.Missing;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Queue;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.SeedErrors;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskCodecTest {

    private static final String HASH = "0123456789abcdef".repeat(4);

    @Test
    void anAddIsATextFrameAndThenItsContents() {
        CodecEnd server = CodecEnd.server().receiveText("add {\"filename\": \"main.asy\", \"main\": true}");
        assertNull(server.message());
        server.receiveBinary("draw(unitcircle);");
        assertEquals(Add.of("main.asy", true, bytes("draw(unitcircle);")), server.message());
    }

    @Test
    void anAddThatRestoresHasNoContents() {
        CodecEnd server = CodecEnd.server()
                .receiveText("add {\"filename\":\"a.asy\",\"main\":false,\"hash\":\"" + HASH + "\",\"restore\":true}")
                .receiveText("run");
        assertEquals(Add.restored("a.asy", false, HASH), server.message());
        assertEquals(new Run(), server.message());
    }

    @Test
    void anAddThatSaysItDoesNotRestoreHasContents() {
        CodecEnd server = CodecEnd.server()
                .receiveText("add {\"filename\":\"a.asy\",\"main\":false,\"restore\":false}")
                .receiveBinary("");
        assertEquals(Add.of("a.asy", false, new byte[0]), server.message());
    }

    @Test
    void aHashIsReadInEitherCaseAndKeptInLowerCase() {
        CodecEnd server = CodecEnd.server()
                .receiveText("add {\"filename\":\"a.asy\",\"main\":true,\"hash\":\"" + "AB".repeat(32) + "\"}")
                .receiveBinary("x");
        assertEquals(new Add("a.asy", true, "ab".repeat(32), false, bytes("x")), server.message());
    }

    @Test
    void everyOptionIsOptional() {
        CodecEnd server = CodecEnd.server()
                .receiveText("options {}")
                .receiveText("options {\"timeout\": 3000}")
                .receiveText("options {\"interactive\":true,\"timeout\":1,\"format\":\"png\",\"stderr\":\"separate\","
                        + "\"verbosity\":3}");
        assertEquals(new Options(null, null, null, null, null), server.message());
        assertEquals(Options.timeout(3000), server.message());
        assertEquals(new Options(true, 1, Format.PNG, StderrMode.SEPARATE, 3), server.message());
    }

    @Test
    void anOptionThatIsNullIsOneThatIsNotSet() {
        CodecEnd server = CodecEnd.server().receiveText("options {\"timeout\": null, \"format\": \"pdf\"}");
        assertEquals(new Options(null, null, Format.PDF, null, null), server.message());
    }

    @Test
    void optionsMayFollowRun() {
        CodecEnd server = CodecEnd.server().receiveText("run").receiveText("options {\"timeout\": 500}");
        assertEquals(new Run(), server.message());
        assertEquals(Options.timeout(500), server.message());
    }

    @Test
    void whiteSpaceAroundTheJsonDoesNotMatter() {
        CodecEnd server = CodecEnd.server().receiveText("run \r\n").receiveText("options\n{\n\"verbosity\" : 1\n}\n");
        assertEquals(new Run(), server.message());
        assertEquals(new Options(null, null, null, null, 1), server.message());
    }

    @Test
    void inputIsAWordAndThenBytes() {
        CodecEnd server = CodecEnd.server().receiveText("input").receiveBinary("x=1;\n");
        assertEquals(new Input(bytes("x=1;\n")), server.message());
    }

    @Test
    void clientMessagesAreWrittenAsTheProtocolSays() {
        CodecEnd client = CodecEnd.client();
        assertEquals(
                List.of("add {\"filename\":\"a.asy\",\"main\":true}", "b\"code\""),
                client.sendShown(Add.of("a.asy", true, bytes("code"))));
        assertEquals(
                List.of("add {\"filename\":\"a.asy\",\"main\":false,\"hash\":\"" + HASH + "\",\"restore\":true}"),
                client.sendShown(Add.restored("a.asy", false, HASH)));
        assertEquals(
                List.of("options {\"interactive\":false,\"timeout\":10000,\"format\":\"svg\",\"stderr\":\"stdout\","
                        + "\"verbosity\":0}"),
                client.sendShown(new Options(false, 10000, Format.SVG, StderrMode.STDOUT, 0)));
        assertEquals(List.of("options {\"timeout\":1}"), client.sendShown(Options.timeout(1)));
        assertEquals(List.of("run"), client.sendShown(new Run()));
        assertEquals(List.of("input", "b\"1+1\n\""), client.sendShown(new Input(bytes("1+1\n"))));
    }

    @Test
    void serverMessagesAreWrittenAsTheProtocolSays() {
        CodecEnd server = CodecEnd.server();
        assertEquals(
                List.of("missing [{\"filename\":\"a.asy\",\"hash\":\"" + HASH + "\"}]"),
                server.sendShown(new Missing(List.of(new MissingFile("a.asy", HASH)))));
        assertEquals(List.of("queue {\"passed\":false,\"estimate\":1500}"), server.sendShown(new Queue(false, 1500L)));
        assertEquals(List.of("queue {\"passed\":true}"), server.sendShown(new Queue(true, null)));
        assertEquals(List.of("queue {\"passed\":true,\"timeout\":10000}"), server.sendShown(Queue.shortened(10_000)));
        assertEquals(
                List.of("queue {\"passed\":false,\"backends\":0}"),
                server.sendShown(Queue.without(Set.of(Absence.BACKENDS))));
        assertEquals(
                List.of("queue {\"passed\":false,\"backends\":0,\"schedulers\":0}"),
                server.sendShown(Queue.without(Set.of(Absence.values()))));
        assertEquals(List.of("queue {\"passed\":true,\"lost\":true}"), server.sendShown(Queue.lost(true)));
        assertEquals(
                List.of("result {\"format\":\"svg\"}", "b\"<svg/>\""),
                server.sendShown(new Result(Format.SVG, bytes("<svg/>"))));
        assertEquals(
                List.of("output {\"stream\":\"stderr\"}", "b\"oh\""),
                server.sendShown(new Output(OutputStreamName.STDERR, bytes("oh"))));
        assertEquals(
                List.of("complete {\"success\":true,\"time\":212}"),
                server.sendShown(new Complete(true, null, 212L, null)));
        assertEquals(
                List.of("denied {\"error\":\"Queue full\",\"code\":\"QUEUE_FULL\","
                        + "\"summary\":\"The server is busy: its queue is full\",\"hint\":\"try again in a moment\"}"),
                server.sendShown(new Denied("Queue full", EndCode.QUEUE_FULL)));
    }

    @Test
    void aVerdictStandsBesideTheFieldsThatCompleteAlwaysHad() {
        VerdictDetails details =
                new VerdictDetails("main.asy", 7, 2, "no variable 'graph'", "it needs: import graph;", "import graph;");
        Verdict verdict =
                Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3004).explained(details);
        Complete complete = new Complete(false, SeedErrors.timeLimit(3000), 3004L, verdict);
        String text = "complete {\"success\":false,\"error\":\"Execution aborted due to the time limit (3000ms)\","
                + "\"time\":3004,\"code\":\"TIME_LIMIT\",\"stage\":\"asymptote\",\"limit\":3000,\"measured\":3004,"
                + "\"file\":\"main.asy\",\"line\":7,\"column\":2,\"summary\":\"no variable 'graph'\","
                + "\"hint\":\"it needs: import graph;\",\"fix\":\"import graph;\"}";
        assertEquals(List.of(text), CodecEnd.server().sendShown(complete));
        assertEquals(complete, CodecEnd.client().receiveText(text).message());
    }

    @Test
    void everyFailureHasASummary() {
        CodecEnd server = CodecEnd.server();
        for (EndCode code : EndCode.values()) {
            Complete failed = new Complete(false, "it broke", null, Verdict.of(code, Stage.FLEET));
            assertTrue(code == EndCode.OK || hasSummary(server.sendShown(failed)), code.name());
            assertTrue(code == EndCode.OK || hasSummary(server.sendShown(new Denied("no", code))), code.name());
        }
        assertTrue(hasSummary(server.sendShown(new Complete(false, "it broke", null, null))));
        assertFalse(
                hasSummary(server.sendShown(new Complete(true, null, 1L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE)))));
    }

    private static boolean hasSummary(List<String> frames) {
        return frames.get(0).contains("\"summary\":\"");
    }

    @Test
    void aClientUnderstandsAServerThatSaysNoMoreThanTheProtocolAlwaysDid() {
        CodecEnd client = CodecEnd.client()
                .receiveText("queue {\"passed\": true}")
                .receiveText("denied {\"error\": \"no\"}")
                .receiveText("complete {\"success\": false, \"error\": \"No image output\"}");
        assertEquals(new Queue(true, null), client.message());
        assertEquals(new Denied("no", null), client.message());
        assertEquals(new Complete(false, SeedErrors.NO_IMAGE, null, null), client.message());
    }

    @Test
    void aClientIgnoresFieldsCodesAndStagesOfANewerServer() {
        CodecEnd client = CodecEnd.client()
                .receiveText("queue {\"passed\": false, \"position\": 12}")
                .receiveText("denied {\"error\": \"no\", \"code\": \"NOT_ON_SUNDAYS\"}")
                .receiveText("complete {\"success\": false, \"code\": \"OK\", \"stage\": \"orbit\"}");
        assertEquals(new Queue(false, null), client.message());
        assertEquals(new Denied("no", null), client.message());
        assertEquals(new Complete(false, null, null, null), client.message());
    }

    @Test
    void textThatIsNotUnicodeIsStillWritten() {
        assertEquals(
                List.of("denied {\"error\":\"half a pair ?\",\"summary\":\"half a pair ?\","
                        + "\"hint\":\"try again in a moment\"}"),
                CodecEnd.server().sendShown(new Denied("half a pair \ud83d", null)));
    }

    @Test
    void whatIsNotOfThisProtocolIsPassedOn() {
        EmbeddedChannel channel = new EmbeddedChannel(TaskCodec.server(TaskLimits.DEFAULT));
        PingWebSocketFrame ping = new PingWebSocketFrame();
        channel.writeInbound(ping, "event");
        assertSame(ping, channel.readInbound());
        assertEquals("event", channel.readInbound());
        channel.writeOutbound(ping);
        assertSame(ping, channel.readOutbound());
        ping.release();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
