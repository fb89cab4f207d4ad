package asyfleet.protocol.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.limiter.LimiterReply.RequestCount;
import asyfleet.protocol.limiter.LimiterReply.StartRequestAck;
import asyfleet.protocol.limiter.LimiterRequest.EndRequest;
import asyfleet.protocol.limiter.LimiterRequest.GetRequestCount;
import asyfleet.protocol.limiter.LimiterRequest.Heartbeat;
import asyfleet.protocol.limiter.LimiterRequest.StartRequest;
import asyfleet.protocol.limiter.LimiterRequest.Unknown;
import asyfleet.testing.Docs;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimiterCodecTest {

    private static final StartRequest START = new StartRequest("0001", "get-file:7", 1);

    private final LimiterEnd server = LimiterEnd.server();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "START-REQUEST\nRequest-ID: 0001\nRequest-Type: get-file:7\nRequest-Limit: 1",
                "START-REQUEST\r\nRequest-ID: 0001\r\nRequest-Type: get-file:7\r\nRequest-Limit: 1\r\n",
                "start-request\nREQUEST-ID:0001\nrequest-type:get-file:7\nReQuEsT-LiMiT:1\n",
                " START-REQUEST \n Request-ID :  0001 \n\tRequest-Type: get-file:7\nRequest-Limit: 000000000001",
                "START-REQUEST\nRequest-Limit: 1\nRequest-Type: get-file:7\nRequest-ID: 0001\n\nbody\nmore",
                "START-REQUEST\nRequest-ID: 2\nRequest-ID: 0001\nno colon\n: no name\nColour: red\n"
                        + "Request-Type: get-file:7\nRequest-Limit: 1",
            })
    void aMessageIsReadHoweverItsLinesAreWritten(String text) {
        assertEquals(START, server.receive(text).message());
    }

    @Test
    void aValueMayHoldColonsAndSpaces() {
        server.receive("GET-REQUEST-COUNT\nRequest-Type: http://host:80/a b: c");
        assertEquals(new GetRequestCount("http://host:80/a b: c"), server.message());
    }

    @Test
    void whatStandsInTheBodyIsNoParameter() {
        server.receive("END-REQUEST\nRequest-ID: 1\n\nRequest-ID: 2");
        assertEquals(new EndRequest("1"), server.message());
    }

    @Test
    void aHeartbeatIsOneLine() {
        assertEquals(new Heartbeat(), server.receive("HEARTBEAT").message());
        assertEquals(
                new LimiterReply.Heartbeat(),
                LimiterEnd.client().receive("HEARTBEAT\n").message());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "PING", "START-REQUEST-ACK\nRequest-ID: 1", "Request-ID: 1"})
    void aTypeThatIsNotKnownIsPassedOnForTheServerToIgnore(String text) {
        assertEquals(
                new Unknown(text.lines().findFirst().orElse("").toUpperCase(Locale.ROOT)),
                server.receive(text).message());
    }

    @Test
    void requestsAreWrittenAsTheProtocolSays() {
        LimiterEnd client = LimiterEnd.client();
        assertEquals("HEARTBEAT", client.send(new Heartbeat()));
        assertEquals("START-REQUEST\nRequest-ID: 0001\nRequest-Type: get-file:7\nRequest-Limit: 1", client.send(START));
        assertEquals("END-REQUEST\nRequest-ID: 0001", client.send(new EndRequest("0001")));
        assertEquals("GET-REQUEST-COUNT\nRequest-Type: t", client.send(new GetRequestCount("t")));
    }

    @Test
    void repliesAreWrittenAsTheProtocolSays() {
        assertEquals("HEARTBEAT", server.send(new LimiterReply.Heartbeat()));
        assertEquals(
                "START-REQUEST-ACK\nRequest-ID: 0001\nRequest-Limit-Reached: FALSE",
                server.send(new StartRequestAck("0001", false)));
        assertEquals("REQUEST-COUNT\nRequest-Type: t\nRequest-Count: 12", server.send(new RequestCount("t", 12)));
        assertEquals(
                "ERROR\nError-Code: EXAMPLE_CODE\nError-Message: Example Error message",
                server.send(new LimiterReply.Error("EXAMPLE_CODE", "Example Error message")));
    }

    @Test
    void aClientReadsFlagsInAnyCase() {
        LimiterEnd client =
                LimiterEnd.client().receive("START-REQUEST-ACK\nRequest-ID: 1\nRequest-Limit-Reached: true");
        assertEquals(new StartRequestAck("1", true), client.message());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            START-REQUEST                               | Request-ID
            START-REQUEST#Request-ID:                   | Request-ID
            START-REQUEST#Request-ID: 1                 | Request-Type
            START-REQUEST#Request-ID: 1#Request-Type: t | Request-Limit
            END-REQUEST##Request-ID: 1                  | Request-ID
            GET-REQUEST-COUNT                           | Request-Type
            """)
    void aMissingParameterIsNamed(String lines, String name) {
        String type = lines.split("#")[0];
        assertEquals(
                "Missing parameter '" + name + "' for message '" + type + "'",
                refusal(lines.replace('#', '\n')).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "+1", "1.0", "one", "4294967296", "99999999999999999999", "٣", "1 2"})
    void aLimitMustBeACount(String limit) {
        LimiterProtocolException e = refusal("START-REQUEST\nRequest-ID: 1\nRequest-Type: t\nRequest-Limit: " + limit);
        assertEquals(
                "Parameter 'Request-Limit' for message 'START-REQUEST' is \"" + limit
                        + "\"; expected an integer from 0 to 4294967295",
                e.getMessage());
    }

    @Test
    void anErrorCarriesItsCodeAndTheReplyToSend() {
        LimiterProtocolException e = refusal("END-REQUEST");
        assertEquals("PROTOCOL_ERROR", e.code());
        assertEquals(new LimiterReply.Error("PROTOCOL_ERROR", e.getMessage()), e.reply());
    }

    @Test
    void aBadParameterDoesNotEndTheConversation() {
        assertFalse(refusal("END-REQUEST").isFatal());
        assertEquals(START, server.receive(LimiterEnd.client().send(START)).message());
    }

    @Test
    void aValueHasALimit() {
        LimiterProtocolException e = refusal("END-REQUEST\nRequest-ID: " + "x".repeat(1001));
        assertEquals(
                "Parameter 'Request-ID' for message 'END-REQUEST' is \"" + "x".repeat(60)
                        + "…\"; expected at most 1000 characters, not 1001",
                e.getMessage());
        assertFalse(e.isFatal());
    }

    @Test
    void whatIsIgnoredMayBeOfAnyLength() {
        server.receive("HEARTBEAT\nX-Extra: " + "x".repeat(5000)).receive("PING\nRequest-ID: " + "x".repeat(5000));
        assertEquals(new Heartbeat(), server.message());
        assertEquals(new Unknown("PING"), server.message());
    }

    @Test
    void aMessageHasALimitOverAllItsFramesAndBreakingItIsFatal() {
        LimiterEnd small = LimiterEnd.server(new LimiterLimits(20, 10));
        small.receive(new TextWebSocketFrame(false, 0, "HEARTBEAT\n")).receive(continuation(false, "123456789"));
        LimiterProtocolException e =
                assertThrows(LimiterProtocolException.class, () -> small.receive(continuation(false, "12")));
        assertEquals("too long: a message, 21 bytes so far; expected at most 20", e.getMessage());
        assertTrue(e.isFatal());
        assertNull(small.receive("HEARTBEAT").message());
    }

    @Test
    void aBinaryMessageMeansNothing() {
        server.receive(new BinaryWebSocketFrame(false, 0, Unpooled.wrappedBuffer(new byte[3])))
                .receive(continuation(false, "HEARTBEAT"))
                .receive(continuation(true, "x"));
        assertNull(server.message());
        assertEquals(new Heartbeat(), server.receive("HEARTBEAT").message());
    }

    @Test
    void aBinaryFrameInsideATextMessageIsFatal() {
        server.receive(new TextWebSocketFrame(false, 0, "HEART"));
        LimiterProtocolException e = assertThrows(
                LimiterProtocolException.class,
                () -> server.receive(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(new byte[3]))));
        assertTrue(e.isFatal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " a", "a ", "a\nb", "a\r"})
    void aValueThatCouldNotBeReadBackIsNotAccepted(String value) {
        assertThrows(IllegalArgumentException.class, () -> new EndRequest(value));
    }

    @Test
    void theDocsGiveTheDefaultLimits() {
        LimiterLimits limits = LimiterLimits.DEFAULT;
        String sentence = "A value has at most " + limits.maxValueChars() + " characters, a message "
                + (limits.maxMessageBytes() >> 10) + " KiB.";
        assertTrue(Docs.readUnbroken("protocols.md").contains(sentence), sentence);
    }

    private LimiterProtocolException refusal(String text) {
        return assertThrows(LimiterProtocolException.class, () -> server.receive(text));
    }

    private static ContinuationWebSocketFrame continuation(boolean last, String text) {
        return new ContinuationWebSocketFrame(last, 0, text);
    }
}
