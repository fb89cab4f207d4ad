package asyfleet.lab.chaos.fleet;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection to a Redis of this machine for looks at it and for its settings. It never waits longer than a second: a
 * Redis that is broken on purpose must not hold up who looks at it. Used by one thread.
 *
 * <p>Not the fleet's own connection, which is patient, connects again by itself, and knows the commands of services only.
 */
final class RedisProbe implements AutoCloseable {

    private static final int LIMIT_MILLIS = 1000;

    private final Socket socket = new Socket();
    private final InputStream input;

    RedisProbe(int port) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        input = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends one command and returns its answer: a Long, a String, a List of answers, or null. */
    Object call(String... words) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.UTF_8));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            request.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
            request.writeBytes(bytes);
            request.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        socket.getOutputStream().write(request.toByteArray());
        return answer();
    }

    /** Carries out commands in one step, so that nothing happens between them. */
    List<?> together(List<String[]> commands) throws IOException {
        call("MULTI");
        for (String[] command : commands) {
            call(command);
        }
        if (call("EXEC") instanceof List<?> answers) {
            return answers;
        }
        throw new IOException("Redis did not carry out the transaction");
    }

    private Object answer() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.valueOf(rest);
            case '$' -> text(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("Redis answered: " + line);
        };
    }

    private String text(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = input.readNBytes(length);
        line();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<Object> list(int length) throws IOException {
        List<Object> answers = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            answers.add(answer());
        }
        return answers;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("Redis closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
