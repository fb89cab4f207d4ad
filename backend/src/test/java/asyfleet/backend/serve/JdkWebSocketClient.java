package asyfleet.backend.serve;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A client that knows nothing but frames, and is not ours: the one in the JDK. */
final class JdkWebSocketClient implements WebSocket.Listener, AutoCloseable {

    private final List<String> frames = new CopyOnWriteArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private WebSocket socket;

    static JdkWebSocketClient connect(String address) {
        JdkWebSocketClient client = new JdkWebSocketClient();
        client.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address.replace("http:", "ws:")), client)
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return client;
    }

    JdkWebSocketClient text(String frame) {
        socket.sendText(frame, true).join();
        return this;
    }

    JdkWebSocketClient binary(String contents) {
        socket.sendBinary(ByteBuffer.wrap(contents.getBytes(StandardCharsets.UTF_8)), true)
                .join();
        return this;
    }

    /** All frames so far, binary ones as text. */
    List<String> frames() {
        return frames;
    }

    /** Everything, once the server has closed the connection. */
    List<String> awaitClose() {
        closed.orTimeout(60, TimeUnit.SECONDS).join();
        return frames;
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            frames.add(text.toString());
            text.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        binary.writeBytes(bytes);
        if (last) {
            frames.add(binary.toString(StandardCharsets.ISO_8859_1));
            binary.reset();
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        closed.complete(statusCode);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.completeExceptionally(error);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
