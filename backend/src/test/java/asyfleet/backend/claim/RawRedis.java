package asyfleet.backend.claim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Says to a test's Redis what an operator might, past the product's own connection. */
public final class RawRedis {

    private final URI uri;

    public RawRedis(String uri) {
        this.uri = URI.create(uri);
    }

    /** The first line of the answer. */
    public String say(String command) {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            StringBuilder line = new StringBuilder();
            for (int next = socket.getInputStream().read();
                    next != '\r';
                    next = socket.getInputStream().read()) {
                line.append((char) next);
            }
            return line.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
