package asyfleet.net.connection;

import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import io.netty.handler.codec.http.HttpRequest;

/** One event that {@link RequestReader} reads from a connection's bytes. After a {@link Broken} nothing comes any more. */
sealed interface Incoming {

    <R> R accept(Handler<R> handler);

    /** Answers every kind. */
    interface Handler<R> {
        R on(Asked incoming);

        R on(Broken incoming);
    }

    /** A complete request. */
    record Asked(HttpRequest head, byte[] body) implements Incoming {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * Bytes after which the connection cannot go on, and how to say so.
     *
     * @param headers of the request, as far as they could be read
     */
    record Broken(HttpError error, Headers headers) implements Incoming {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
