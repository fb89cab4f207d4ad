package asyfleet.lab.conformance;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletionException;

/**
 * The address of the server under test, and how to talk to it.
 *
 * @param patience how long it may say nothing where something is due
 */
record ServerUnderTest(URI uri, Dialect dialect, Duration patience, HttpClient http) {

    /** The failure to connect to a server that answered, but not with a WebSocket. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Refused(int status, Throwable cause) {
            super("the handshake was answered with status " + status, cause);
        }
    }

    /** Waits for a server that is full: it may still be busy with the end of the check before. */
    Dialogue open() {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return openAtOnce();
            } catch (Refused refused) {
                if (System.nanoTime() > deadline) {
                    throw refused;
                }
            }
        }
    }

    /** @throws Refused if the server does not let one more in */
    Dialogue openAtOnce() {
        return open(http.newWebSocketBuilder());
    }

    /** Asks the server to keep the connection after a task; one that does not know that need not. */
    Dialogue openKept() {
        return open(http.newWebSocketBuilder().subprotocols("asy.keep"));
    }

    private Dialogue open(WebSocket.Builder builder) {
        Inbox inbox = new Inbox();
        try {
            WebSocket socket =
                    builder.connectTimeout(patience).buildAsync(uri, inbox).join();
            return new Dialogue(dialect, socket, inbox, patience);
        } catch (CompletionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                throw new Refused(refused.getResponse().statusCode(), refused);
            }
            throw new Mismatch("a WebSocket at " + uri, e.getCause().toString());
        }
    }
}
