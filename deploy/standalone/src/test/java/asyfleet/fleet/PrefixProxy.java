package asyfleet.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A reverse proxy that serves a queue server below a path, as many sites do. Its own address stays when the server comes
 * back on another port. One request per connection.
 */
final class PrefixProxy implements AutoCloseable {

    static final String PREFIX = "/figures/";

    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Changed by the test, read by the threads of connections. */
    private volatile URI server;

    private PrefixProxy(URI server) throws IOException {
        this.server = server;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    static PrefixProxy to(URI server) throws IOException {
        return new PrefixProxy(server);
    }

    void moveTo(URI other) {
        server = other;
    }

    String url() {
        return "http://localhost:" + listening.getLocalPort() + PREFIX;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                threads.execute(() -> serve(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket target = new Socket(server.getHost(), server.getPort())) {
            target.getOutputStream().write(head(client.getInputStream()));
            threads.execute(() -> copy(client, target));
            copy(target, client);
        } catch (IOException e) {
            // one of the two is gone
        }
    }

    /** The head of the request without the prefix, and for one request only unless it becomes a WebSocket. */
    private static byte[] head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1)
                .replaceFirst(" " + PREFIX, " /")
                .replaceFirst("(?i)\r\nConnection: keep-alive\r\n", "\r\nConnection: close\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void copy(Socket from, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            from.getInputStream().transferTo(out);
            to.shutdownOutput();
        } catch (IOException e) {
            // one of the two is gone
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
