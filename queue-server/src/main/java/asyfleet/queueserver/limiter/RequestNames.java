package asyfleet.queueserver.limiter;

import asyfleet.protocol.wire.Sha256;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The names by which the shared counts know requests: a digest of the client and its request ID, {@code #}, and a number
 * that no other request of this server has. The same client's same request has the same digest at every server.
 */
final class RequestNames {

    private static final int DIGEST_BYTES = 16;

    /** Counts the requests of all connections, which live on many event loops. */
    private final AtomicLong requests = new AtomicLong();

    String next(String client, String requestId) {
        byte[] digest = Arrays.copyOf(Sha256.of(client + '\n' + requestId), DIGEST_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest)
                + '#'
                + Long.toString(requests.incrementAndGet(), Character.MAX_RADIX);
    }
}
