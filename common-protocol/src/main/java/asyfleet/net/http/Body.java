package asyfleet.net.http;

/** The body of a response. */
public sealed interface Body {

    <R> R accept(Handler<R> handler);

    /** Answers every kind of body. */
    interface Handler<R> {
        R on(Bytes body);

        R on(Streamed body);
    }

    /** A body known in full; by convention nobody writes to the bytes any more. */
    record Bytes(byte[] bytes) implements Body {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A body that is written while it comes into being. Its writer is not called for a HEAD request. */
    record Streamed(StreamWriter writer) implements Body {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Called once, on the connection's event loop, when the head of the response has been sent. */
    @FunctionalInterface
    interface StreamWriter {
        void start(BodySink sink);
    }
}
