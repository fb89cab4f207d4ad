package asyfleet.net.bounds;

/**
 * The bounds of one connection.
 *
 * @param maxHeaderBytes of the request line and of the header lines, each; more is answered with 414 or 431
 * @param maxBodyBytes more is answered with 413, before it is read
 * @param maxPendingBytes that may wait for a slow reader before anything is added; then the connection is closed
 */
public record ConnectionLimits(int maxHeaderBytes, int maxBodyBytes, int maxPendingBytes, ConnectionTimeouts timeouts) {

    public static final ConnectionLimits DEFAULT =
            new ConnectionLimits(16 << 10, 4 << 20, 32 << 20, ConnectionTimeouts.DEFAULT);

    public ConnectionLimits withMaxBodyBytes(int bytes) {
        return new ConnectionLimits(maxHeaderBytes, bytes, maxPendingBytes, timeouts);
    }

    public ConnectionLimits withMaxPendingBytes(int bytes) {
        return new ConnectionLimits(maxHeaderBytes, maxBodyBytes, bytes, timeouts);
    }

    public ConnectionLimits withTimeouts(ConnectionTimeouts other) {
        return new ConnectionLimits(maxHeaderBytes, maxBodyBytes, maxPendingBytes, other);
    }
}
