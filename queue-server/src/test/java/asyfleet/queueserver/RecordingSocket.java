package asyfleet.queueserver;

import asyfleet.openapi.CheckedHttpClient;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that knows no rules: it sends what a test says and keeps what it hears. Used by the test's thread. */
public final class RecordingSocket implements WebSocket.Listener {

    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private WebSocket socket;

    private RecordingSocket() {}

    /** @param headers names and values in turn */
    public static RecordingSocket connect(QueueServer server, String path, String... headers) {
        WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        RecordingSocket recorder = new RecordingSocket();
        recorder.socket = builder.buildAsync(URI.create("ws://127.0.0.1:" + server.port() + path), recorder)
                .join();
        return recorder;
    }

    public WebSocket socket() {
        return socket;
    }

    public boolean heardAnything() {
        return !heard.isEmpty();
    }

    /** The next message that is not an estimate of the wait; {@code null} if nothing came. */
    public String next() throws InterruptedException {
        String next = heard.poll(20, TimeUnit.SECONDS);
        while (next != null && next.startsWith("queue {\"passed\":false")) {
            next = heard.poll(20, TimeUnit.SECONDS);
        }
        return next;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        heard.add(text.toString());
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        heard.add("close " + code + " " + reason);
        return null;
    }
}
