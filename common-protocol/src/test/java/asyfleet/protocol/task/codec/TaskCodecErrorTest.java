package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ProtocolException;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every error says what was wrong, the value, and what was expected. */
class TaskCodecErrorTest {

    private static final String ADD = "add {\"filename\": \"main.asy\", \"main\": true}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    `` | unknown message ""; expected add, options, run or input
                    go | unknown message "go"; expected add, options, run or input
                    RUN | unknown message "RUN"; expected add, options, run or input
                    queue {} | unknown message "queue"; expected add, options, run or input
                    run {} | run is followed by "{}"; expected nothing
                    input "x" | input is followed by ""x""; expected nothing
                    add | add is followed by ""; expected a JSON object
                    options [] | options is followed by "[]"; expected a JSON object
                    options 3000 | options is followed by "3000"; expected a JSON object
                    add {} | add: "filename" is missing; expected a string
                    add {"filename":7,"main":true} | add: "filename" is 7; expected a string
                    add {"filename":"a.asy"} | add: "main" is missing; expected true or false
                    add {"filename":"a.asy","main":"yes"} | add: "main" is "yes"; expected true or false
                    add {"filename":"a.asy","main":true,"hash":"12"} \
                    | add: "hash" is "12"; expected the SHA-256 of the contents, 64 hex digits
                    add {"filename":"a.asy","main":true,"restore":true} \
                    | add: "hash" is missing; expected the SHA-256 of the contents, 64 hex digits
                    add {"filename":"a.csv","main":true} | bad file name "a.csv"; expected it to end in .asy
                    options {"timeuot":3000} \
                    | options: unknown field "timeuot" with the value 3000; \
                    expected interactive, timeout, format, stderr, verbosity, formats, scale, dpi, transparent, text
                    options {"timeout":0} | options: "timeout" is 0; expected milliseconds, an integer over 0
                    options {"timeout":3e3} | options: "timeout" is 3000.0; expected milliseconds, an integer over 0
                    options {"timeout":"3000"} \
                    | options: "timeout" is "3000"; expected milliseconds, an integer over 0
                    options {"timeout":9999999999} \
                    | options: "timeout" is 9999999999; expected milliseconds, an integer over 0
                    options {"format":"gif"} | options: "format" is "gif"; expected "svg", "pdf", "png", "html" or "eps"
                    options {"stderr":true} | options: "stderr" is true; expected "stdout" or "separate"
                    options {"verbosity":4} | options: "verbosity" is 4; expected 0, 1, 2 or 3
                    """)
    void aServerNamesWhatIsWrongWithARequest(String text, String error) {
        assertEquals(error, refusal(CodecEnd.server(), new TextWebSocketFrame(text)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    run | unknown message "run"; expected missing, queue, result, output, complete or denied
                    missing {} | missing is followed by "{}"; expected a JSON array of objects
                    missing [1] | missing is followed by "[1]"; expected a JSON array of objects
                    missing [{"filename":"a"}] \
                    | missing: "hash" is missing; expected the SHA-256 of the contents, 64 hex digits
                    queue {} | queue: "passed" is missing; expected true or false
                    queue {"passed":true,"estimate":-1} | queue: "estimate" is -1; expected an integer, 0 or more
                    result {"format":"gif"} | result: "format" is "gif"; expected "svg", "pdf", "png", "html" or "eps"
                    output {} | output: "stream" is missing; expected "stdout" or "stderr"
                    denied {} | denied: "error" is missing; expected a string
                    """)
    void aClientNamesWhatIsWrongWithAReply(String text, String error) {
        assertEquals(error, refusal(CodecEnd.client(), new TextWebSocketFrame(text)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    options {timeout: 3000} | was expecting double-quote to start property name
                    options {"timeout":1} {} | (more follows its end at line 1, column 15)
                    options {"timeout":1,"timeout":2} | Duplicate
                    options {"timeout":1 | (it ends early at line 1, column 13)
                    options {"timeout":"1 | (it ends early at line 1, column 14)
                    options {"timeout":[} | (Unexpected close marker '}' at line 1, column 13)
                    options {"timeout":+1} | does not allow numbers to have plus signs at line 1, column 13)
                    options /**/{} | (Unexpected character ('/' (code 47)) at line 1, column 1)
                    options {"timeout":NaN} | (Non-standard token 'NaN' at line 1, column 15)
                    options [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]] | nesting depth (17) exceeds the maximum allowed (16))
                    options {"timeout":11111111111111111111111111111111111111111111111111} | Number value length (50) exceeds the maximum allowed (40))
                    """)
    void jsonIsReadStrictlyAndTheReasonIsTold(String text, String reason) {
        String error = refusal(CodecEnd.server(), new TextWebSocketFrame(text));
        assertTrue(error.startsWith("options is followed by ") && error.contains(reason), error);
        assertTrue(Stream.of("`", "[Source", "Feature", "Constraints").noneMatch(error::contains), error);
    }

    @Test
    void aBinaryFrameNeedsItsText() {
        assertEquals(
                "got a binary frame of 3 bytes; expected a message in a text frame",
                refusal(CodecEnd.server(), new BinaryWebSocketFrame(Unpooled.wrappedBuffer(new byte[3]))));
    }

    @Test
    void aTextFrameCannotTakeThePlaceOfContents() {
        assertEquals(
                "got a text frame of 3 bytes; expected the contents of main.asy in a binary frame",
                refusal(CodecEnd.server().receiveText(ADD), new TextWebSocketFrame("run")));
    }

    @Test
    void aContinuationNeedsABeginning() {
        assertEquals(
                "got a continuation frame of 3 bytes; expected a message in a text frame",
                refusal(CodecEnd.server(), new ContinuationWebSocketFrame(true, 0, "run")));
    }

    @Test
    void aMessageThatHasBegunMustGoOn() {
        CodecEnd server = CodecEnd.server().receive(new TextWebSocketFrame(false, 0, "ru"));
        assertEquals(
                "got a text frame of 1 bytes; expected a message in a continuation frame",
                refusal(server, new TextWebSocketFrame("n")));
    }

    @Test
    void textMustBeUtf8() {
        assertEquals(
                "got \"run\\xff\"; expected text in UTF-8",
                refusal(
                        CodecEnd.server(),
                        new TextWebSocketFrame(Unpooled.wrappedBuffer(new byte[] {'r', 'u', 'n', (byte) 0xff}))));
    }

    @Test
    void aValueIsShownShortenedAndEscaped() {
        String error = refusal(CodecEnd.server(), new TextWebSocketFrame("\u001b[31m" + "x".repeat(10_000) + "\u0007"));
        assertEquals(
                "unknown message \"\\u001b[31m" + "x".repeat(55) + "…\"; expected add, options, run or input", error);
    }

    @Test
    void nothingIsDecodedAfterAnError() {
        CodecEnd server = CodecEnd.server();
        refusal(server, new TextWebSocketFrame("nonsense"));
        server.receiveText("run").receiveText("nonsense again").receiveBinary("x");
        assertNull(server.message());
    }

    private static String refusal(CodecEnd end, WebSocketFrame frame) {
        return assertThrows(ProtocolException.class, () -> end.receive(frame)).getMessage();
    }
}
