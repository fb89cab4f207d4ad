package asyfleet.lab.chaos.proxy;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that are started again and again on the same one. They are below those that the system gives to
 * outgoing connections, which would take one while its process is away. Used by one thread.
 */
public final class FreePorts {

    private static final int FIRST = 15_000;
    private static final int LAST = 30_000;

    private int next = ThreadLocalRandom.current().nextInt(FIRST, LAST - 1000);

    public int take() {
        while (next < LAST) {
            int port = next++;
            if (isFree(port)) {
                return port;
            }
        }
        throw new StartFailure("no free port between " + FIRST + " and " + LAST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
