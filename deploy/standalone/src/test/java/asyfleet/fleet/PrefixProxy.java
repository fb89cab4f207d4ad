package asyfleet.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Those that are open. */
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

    /** Changed by the test, read by the threads of connections, as are the next two. */
    private volatile URI server;

    /** Set while the server has no room: its words. */
    private volatile String refusal = "";

    private volatile boolean silent;

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

    /** Answers as a server does that has no room, and closes what is open; until the text is empty. */
    void refuse(String text) throws IOException {
        refusal = text;
        for (Socket client : clients) {
            client.close();
        }
    }

    /** Passes nothing on, and takes no new connection; those that are open stay so. As a network does that lost its way. */
    void fallSilent(boolean now) {
        silent = now;
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
        clients.add(client);
        try (client;
                Socket target = new Socket(server.getHost(), server.getPort())) {
            byte[] head = head(client.getInputStream());
            if (!refusal.isEmpty()) {
                client.getOutputStream().write(refused());
            } else if (!silent) {
                target.getOutputStream().write(head);
                threads.execute(() -> copy(client, target));
                copy(target, client);
            }
        } catch (IOException e) {
            // one of the two is gone
        } finally {
            clients.remove(client);
        }
    }

    private byte[] refused() {
        String body = "{\"error\":\"" + refusal + "\",\"code\":\"UNAVAILABLE\"}";
        return ("HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\nConnection: close\r\n\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1);
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

    private void copy(Socket from, Socket to) {
        try {
            byte[] bytes = new byte[8192];
            for (int read = from.getInputStream().read(bytes);
                    read >= 0;
                    read = from.getInputStream().read(bytes)) {
                if (!silent) {
                    to.getOutputStream().write(bytes, 0, read);
                }
            }
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
