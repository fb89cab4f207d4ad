package asyfleet.protocol.limiter;

/** A message of a client to the request limiter. */
public sealed interface LimiterRequest {

    <R> R accept(Handler<R> handler);

    /** One answer per message, so that a new message does not compile until every handler has one. */
    interface Handler<R> {
        R on(Heartbeat heartbeat);

        R on(StartRequest start);

        R on(EndRequest end);

        R on(GetRequestCount get);

        R on(Unknown unknown);
    }

    /** The client is alive; sent every 30 seconds. */
    record Heartbeat() implements LimiterRequest {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * The question whether a request of this type may begin.
     *
     * @param id unique among the client's requests that have not ended
     * @param type any string
     * @param limit how many requests of the type may be handled in parallel; 0 to {@link LimiterText#MAX_COUNT}
     */
    record StartRequest(String id, String type, long limit) implements LimiterRequest {

        public StartRequest {
            LimiterText.checkValue("id", id);
            LimiterText.checkValue("type", type);
            LimiterText.checkCount("limit", limit);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A request that was allowed to begin has ended. */
    record EndRequest(String id) implements LimiterRequest {

        public EndRequest {
            LimiterText.checkValue("id", id);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The question how many requests of this type are being handled. */
    record GetRequestCount(String type) implements LimiterRequest {

        public GetRequestCount {
            LimiterText.checkValue("type", type);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A message of a type that is not in the protocol, which a server ignores, so that the protocol can grow. */
    record Unknown(String messageType) implements LimiterRequest {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
