package asyfleet.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port that swallows whatever comes, until it is told to pass connections on to another port. */
public final class Relay implements AutoCloseable {

    private static final int WAITING = 100;

    private final ServerSocket port;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private Relay(ServerSocket port) {
        this.port = port;
    }

    /** The kernel accepts connections by itself, and nobody reads what they send. */
    public static Relay swallowing() throws IOException {
        return new Relay(new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress()));
    }

    /** One that closes the first connection before a word was said, as a server that restarts does. */
    public static Relay hangingUpOnce(int target) throws IOException {
        Relay relay = swallowing();
        relay.accept(first -> {
            first.close();
            relay.passOnTo(target);
            return false;
        });
        return relay;
    }

    public int port() {
        return port.getLocalPort();
    }

    public void passOnTo(int target) {
        accept(from -> {
            Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
            threads.execute(() -> copy(from, to));
            threads.execute(() -> copy(to, from));
            return true;
        });
    }

    /** Takes a connection, and says whether the next one is for it, too. */
    private interface Taker {
        boolean take(Socket connection) throws IOException;
    }

    private void accept(Taker taker) {
        threads.execute(() -> {
            try {
                while (taker.take(port.accept())) {}
            } catch (IOException e) {
                // It is closed, or the target is gone.
            }
        });
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One end is gone; the other is closed.
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        threads.shutdownNow();
    }
}
