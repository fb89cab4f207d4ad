package asyfleet.client.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A way to a server that closes the first connection before a word was said, as a server that restarts does. */
final class HangingUp implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final URI server;

    private HangingUp(URI server) throws IOException {
        this.server = server;
        threads.execute(this::accept);
    }

    static HangingUp once(URI server) throws IOException {
        return new HangingUp(server);
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + listening.getLocalPort() + server.getPath());
    }

    private void accept() {
        try {
            listening.accept().close();
            while (true) {
                Socket client = listening.accept();
                Socket target = new Socket(server.getHost(), server.getPort());
                threads.execute(() -> copy(client, target));
                threads.execute(() -> copy(target, client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
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
