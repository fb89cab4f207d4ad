package asyfleet.client.connect;

import asyfleet.net.WebSocketRefused;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A try to reach the server that failed: whether to try again, and the words for it. */
record FailedConnection(ClientSettings settings, Throwable failure) {

    /** Before each further try: a server that restarts is back after them, and nobody waits long for none. */
    private static final List<Duration> PAUSES = List.of(Duration.ofMillis(300), Duration.ofSeconds(1));

    /** @param before how many tries there were before this one */
    boolean isWorthAnother(int before) {
        return before < PAUSES.size()
                && !(failure instanceof WebSocketRefused)
                && !(failure instanceof UnknownHostException);
    }

    static Duration pause(int before) {
        return PAUSES.get(before);
    }

    /** Ends the conversation that has no connection. */
    void tell(Conversation conversation) {
        URI server = settings.server();
        String where = server.getScheme() + "://" + server.getRawAuthority();
        if (failure instanceof WebSocketRefused refused) {
            conversation.lost(where + " refused with status " + refused.status() + ": "
                    + refused.body().strip());
        } else {
            conversation.unreachable("no server answers at " + where + " (" + why() + ")");
        }
    }

    /** The JDK's words for the usual failures are numbers and addresses. */
    private String why() {
        if (failure instanceof ConnectException) {
            return "connection refused";
        }
        if (failure instanceof TimeoutException || failure instanceof SocketTimeoutException) {
            return "nothing within " + settings.connectTimeout().toSeconds() + " s";
        }
        return failure instanceof UnknownHostException ? "no such host" : failure.getMessage();
    }
}
