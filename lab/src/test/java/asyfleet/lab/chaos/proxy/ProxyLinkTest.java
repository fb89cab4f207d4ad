package asyfleet.lab.chaos.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(60)
class ProxyLinkTest {

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private ServerSocket server;
    private ProxyLink link;
    private Socket near;
    private Socket far;

    @BeforeEach
    void connect() throws IOException {
        server = listen();
        link = new ProxyLink(loops, 0, () -> List.of(server.getLocalPort()));
        near = dial();
        far = server.accept();
        far.setSoTimeout(20_000);
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private Socket dial() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        near.close();
        far.close();
        server.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static void pass(Socket from, Socket to, int value) throws IOException {
        from.getOutputStream().write(value);
        assertEquals(value, to.getInputStream().read());
    }

    @Test
    void bytesPassBothWays() throws IOException {
        pass(near, far, 1);
        pass(far, near, 2);
    }

    @Test
    void theEndOfOneSideIsTheEndOfTheOther() throws IOException {
        far.close();

        assertEquals(-1, near.getInputStream().read());
    }

    @Test
    void aCutClosesOldAndNewConnections() throws IOException {
        link.cut();

        assertEquals(-1, near.getInputStream().read());
        assertEquals(-1, far.getInputStream().read());
        assertEquals(-1, dial().getInputStream().read());
    }

    @Test
    void oneEndOfAHalfOpenConnectionDoesNotKnow() throws IOException {
        link.halfOpen();
        assertEquals(-1, far.getInputStream().read());
        near.getOutputStream().write(1);
        near.setSoTimeout(300);
        assertThrows(SocketTimeoutException.class, () -> near.getInputStream().read());

        link.heal();
        near.setSoTimeout(20_000);
        assertEquals(-1, near.getInputStream().read());
    }

    @Test
    void afterItIsHealedALinkIsAsGoodAsEver() throws IOException {
        link.cut();
        link.heal();

        try (Socket again = dial();
                Socket other = server.accept()) {
            pass(again, other, 7);
        }
    }

    @Test
    void whatIsDelayedIsNotOvertaken() throws IOException {
        pass(near, far, 0);
        link.delay(Duration.ofMillis(400));
        near.getOutputStream().write(1);
        // The event loop has read it when it has answered the other way.
        far.getOutputStream().write(9);
        assertEquals(9, near.getInputStream().read());
        link.heal();
        near.getOutputStream().write(2);

        assertEquals(1, far.getInputStream().read());
        assertEquals(2, far.getInputStream().read());
    }

    @Test
    void whatIsDueIsNotOvertakenEither() throws IOException {
        near.setTcpNoDelay(true);
        for (int i = 0; i < 500; i++) {
            link.delay(Duration.ofNanos(300_000));
            near.getOutputStream().write(1);
            link.heal();
            for (int next = 2; next < 6; next++) {
                near.getOutputStream().write(next);
            }
            for (int next = 1; next < 6; next++) {
                assertEquals(next, far.getInputStream().read());
            }
        }
    }

    @Test
    void aBalancerTriesTheNextIfOneRefuses() throws IOException {
        ServerSocket gone = listen();
        int refusing = gone.getLocalPort();
        gone.close();
        try (ProxyLink balancer = new ProxyLink(loops, 0, () -> List.of(refusing, server.getLocalPort()));
                Socket client = new Socket(InetAddress.getLoopbackAddress(), balancer.port());
                Socket other = server.accept()) {
            pass(client, other, 3);
            assertTrue(client.isConnected());
        }
    }
}
