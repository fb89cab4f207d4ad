package asyfleet.lab.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A TCP connection to a queue server, on which anything can be said. Used by one thread, which it blocks. */
final class RawConnection implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5000;
    private static final int MOST_BYTES = 1 << 20;

    /** An attacker's own address, where the machine has one: others are not to be denied for what he does. */
    private static final String ATTACKER = "127.0.0.3";

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    static RawConnection open(TargetFleet fleet) throws IOException {
        return connect(new Socket(), fleet.server());
    }

    /** From another address than the ordinary client's, if the fleet is on this machine. */
    static RawConnection openAsOther(TargetFleet fleet) throws IOException {
        Socket socket = new Socket();
        if (fleet.own().isPresent()) {
            socket.bind(new InetSocketAddress(ATTACKER, 0));
        }
        return connect(socket, fleet.server());
    }

    private static RawConnection connect(Socket socket, URI server) throws IOException {
        int port = server.getPort() < 0 ? 80 : server.getPort();
        // Small, so that little is taken in for a client that does not read.
        socket.setReceiveBufferSize(16 << 10);
        socket.connect(new InetSocketAddress(server.getHost(), port), CONNECT_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawConnection(socket);
    }

    RawConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawConnection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** As {@link #send}, to a server that may have hung up in the middle of it. */
    RawConnection sendWhatItTakes(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException hungUp) {
            // Its answer, if any, is still to be read.
        }
        return this;
    }

    /** All that comes until the server hangs up, which it must do in time. */
    Received readToEnd(Duration limit) throws IOException {
        return read(limit, MOST_BYTES);
    }

    /** The head of an answer. */
    String readHead(Duration limit) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            Received next = read(limit, 1);
            if (next.bytes().length == 0) {
                throw new IOException("no answer but '" + head + "'");
            }
            head.append(next.text());
        }
        return head.toString();
    }

    private Received read(Duration limit, int most) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long end = System.nanoTime() + limit.toNanos();
        byte[] piece = new byte[Math.min(most, 8 << 10)];
        while (bytes.size() < most) {
            socket.setSoTimeout((int) Math.max(1, (end - System.nanoTime()) / 1_000_000));
            try {
                int count = socket.getInputStream().read(piece);
                if (count < 0) {
                    return new Received(bytes.toByteArray(), true);
                }
                bytes.write(piece, 0, count);
            } catch (SocketTimeoutException e) {
                return new Received(bytes.toByteArray(), false);
            } catch (IOException reset) {
                return new Received(bytes.toByteArray(), true);
            }
        }
        return new Received(bytes.toByteArray(), false);
    }

    /** @param hungUp whether the server has ended the connection */
    record Received(byte[] bytes, boolean hungUp) {

        String text() {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        /** Of the first answer; 0 if there is none. */
        int status() {
            return text().matches("(?s)HTTP/1\\.1 \\d{3} .*") ? Integer.parseInt(text().substring(9, 12)) : 0;
        }

        int answers() {
            return text().split("HTTP/1\\.1 \\d{3} ", -1).length - 1;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
