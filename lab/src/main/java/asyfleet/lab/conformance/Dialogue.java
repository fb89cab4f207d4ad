package asyfleet.lab.conformance;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/** One connection to the server under test. Used by one thread, which may wait. */
final class Dialogue implements AutoCloseable {

    /** Much more than any server needs to say, so that one that never ends is noticed. */
    private static final int MOST_MESSAGES = 100_000;

    private final Dialect dialect;
    private final WebSocket socket;
    private final Inbox inbox;
    private final Duration patience;

    Dialogue(Dialect dialect, WebSocket socket, Inbox inbox, Duration patience) {
        this.dialect = dialect;
        this.socket = socket;
        this.inbox = inbox;
        this.patience = patience;
    }

    Dialogue say(String text) {
        ignoringClosed(() -> socket.sendText(text, true).join());
        return this;
    }

    Dialogue say(byte[] binary) {
        ignoringClosed(() -> socket.sendBinary(ByteBuffer.wrap(binary), true).join());
        return this;
    }

    /** One frame cut in two, as a WebSocket client may. */
    Dialogue sayInPieces(String text, String contents) {
        int cut = text.length() / 2;
        byte[] bytes = contents.getBytes(StandardCharsets.UTF_8);
        ignoringClosed(() -> {
            socket.sendText(text.substring(0, cut), false).join();
            socket.sendText(text.substring(cut), true).join();
            socket.sendBinary(ByteBuffer.wrap(bytes, 0, 1), false).join();
            socket.sendBinary(ByteBuffer.wrap(bytes, 1, bytes.length - 1), true).join();
        });
        return this;
    }

    /** A server that has closed already said why; the reader finds it. */
    private static void ignoringClosed(Runnable sending) {
        try {
            sending.run();
        } catch (CompletionException closed) {
            // the check goes on to read
        }
    }

    Dialogue main(String program) {
        return add("{\"filename\": \"main.asy\", \"main\": true}", program);
    }

    Dialogue add(String json, String contents) {
        return say("add " + json).say(contents.getBytes(StandardCharsets.UTF_8));
    }

    Dialogue options(String json) {
        return say("options " + json);
    }

    Dialogue run() {
        return say("run");
    }

    Dialogue input(String line) {
        return say("input").say((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Reads on until the server is done, and makes sure that it then closes the connection. */
    Transcript toTheEnd() {
        Transcript transcript = until(Message::isLast);
        Inbox.Frame frame = frame("the connection to close after " + transcript.last());
        if (frame.end() == null) {
            throw new Mismatch("nothing but the end of the connection after " + transcript.last(), show(frame));
        }
        return transcript;
    }

    /** Whether the server lets the connection have more than one task. */
    boolean isKept() {
        return socket.getSubprotocol().equals("asy.keep");
    }

    /** Reads until a message that fits; one that ends the conversation before it is a mismatch. */
    Transcript until(Predicate<Message> fits) {
        List<Message> heard = new ArrayList<>();
        while (heard.size() < MOST_MESSAGES) {
            Message message = next(heard);
            heard.add(message);
            if (fits.test(message)) {
                return new Transcript(heard);
            }
            if (message.isLast()) {
                throw new Mismatch("something else before the end", new Transcript(heard).toString());
            }
        }
        throw new Mismatch("an end", "more than " + MOST_MESSAGES + " messages");
    }

    Message next() {
        return next(List.of());
    }

    private Message next(List<Message> before) {
        Inbox.Frame frame = frame("another message after " + new Transcript(before));
        if (frame.text() == null) {
            throw new Mismatch("a text frame after " + new Transcript(before), show(frame));
        }
        Message message = Message.parse(frame.text());
        if (!message.announcesContents()) {
            return message;
        }
        Inbox.Frame contents = frame("the contents of " + message);
        if (contents.binary() == null) {
            throw new Mismatch("a binary frame after " + message, show(contents));
        }
        return message.with(contents.binary());
    }

    private Inbox.Frame frame(String expected) {
        Optional<Inbox.Frame> frame = inbox.take(socket, patience);
        return frame.orElseThrow(() -> new Mismatch(expected, "nothing for " + patience.toSeconds() + " s"));
    }

    /** The server says that the client broke the protocol, with a reason, and closes. */
    void expectRefusal() {
        Transcript transcript = toTheEnd();
        Message last = transcript.last();
        boolean refused =
                last.verb().equals(dialect.refusal()) && (last.verb().equals("denied") || !last.flag("success"));
        if (!refused
                || last.text("error").isBlank()
                || !transcript.all("result").isEmpty()) {
            throw new Mismatch(dialect.refusal() + " with an error, and no image", transcript.toString());
        }
    }

    private static String show(Inbox.Frame frame) {
        if (frame.end() != null) {
            return frame.end();
        }
        return frame.text() != null ? "\"" + frame.text() + "\"" : "a binary frame of " + frame.binary().length + "B";
    }

    /** Leaves as a browser does whose page is closed. */
    @Override
    public void close() {
        ignoringClosed(() -> socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join());
        socket.abort();
    }
}
