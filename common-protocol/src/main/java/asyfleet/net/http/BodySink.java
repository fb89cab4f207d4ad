package asyfleet.net.http;

/**
 * The connection to which a streamed body is written. Its methods may be called from any thread and keep their order
 * per thread.
 */
public interface BodySink {

    /**
     * Sends the bytes as soon as the client takes them.
     *
     * @return whether they were accepted: false once the body or the connection has ended. A client that reads so slowly
     *     that more than the server's bound waits for it loses its connection.
     */
    boolean write(byte[] bytes);

    /** Whether the client keeps up. A writer that can skip or merge updates asks before it writes. */
    boolean keepsUp();

    /** Ends the body. Later calls do nothing. */
    void end();

    /** Runs the action, on the connection's thread, when the client leaves before the body has ended. */
    void whenAbandoned(Runnable action);
}
