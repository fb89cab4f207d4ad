package asyfleet.protocol.limiter;

/** A message of the request limiter to a client. */
public sealed interface LimiterReply {

    <R> R accept(Handler<R> handler);

    /** One answer per message, so that a new message does not compile until every handler has one. */
    interface Handler<R> {
        R on(Heartbeat heartbeat);

        R on(StartRequestAck ack);

        R on(RequestCount count);

        R on(Error error);

        R on(Unknown unknown);
    }

    /** The server is alive; sent every 30 seconds. */
    record Heartbeat() implements LimiterReply {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * The answer to {@link LimiterRequest.StartRequest}.
     *
     * @param limitReached true if the request must not begin; it then holds nothing and need not be ended
     */
    record StartRequestAck(String id, boolean limitReached) implements LimiterReply {

        public StartRequestAck {
            LimiterText.checkValue("id", id);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The answer to {@link LimiterRequest.GetRequestCount}. */
    record RequestCount(String type, long count) implements LimiterReply {

        public RequestCount {
            LimiterText.checkValue("type", type);
            LimiterText.checkCount("count", count);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A message of the client could not be acted on. */
    record Error(String code, String message) implements LimiterReply {

        /** A parameter was missing or wrong; the message names it. */
        public static final String PROTOCOL_ERROR = "PROTOCOL_ERROR";

        /** A request that has not ended has this ID; the second is not begun. */
        public static final String REQUEST_ID_DUPLICATED = "REQUEST_ID_DUPLICATED";

        public Error {
            LimiterText.checkValue("code", code);
            LimiterText.checkValue("message", message);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A message of a type that is not in the protocol, which a client ignores, so that the protocol can grow. */
    record Unknown(String messageType) implements LimiterReply {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
