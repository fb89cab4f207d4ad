package asyfleet.queueserver.limiter;

import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.limiter.SharedLimiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One client of the request limiter, by the rules of the protocol. A request is
 *
 * <pre>
 * unknown   START-REQUEST     → open
 * open      granted           → open (acknowledged)
 *           limit reached     → unknown (acknowledged; it holds nothing)
 *           no answer         → unknown (an error; the limiter sees to it that it holds nothing)
 *           END-REQUEST       → unknown (ended, even if it has not been acknowledged yet)
 *           connection closes → unknown (ended)
 * </pre>
 *
 * <p>What a client says takes effect in the order it was said, because the shared limiter keeps that order: an end need
 * not wait for the acknowledgement of its start.
 *
 * <p>Confined to the {@code owner}, the event loop of the connection.
 */
final class LimiterSession implements LimiterRequest.Handler<Void> {

    /** More is not a client that counts its requests but one that leaks them. */
    static final int MOST_REQUESTS = 10_000;

    /** @param name what the shared counts know the request by: unique among those of this server, see {@link RequestNames} */
    private record Open(Type type, String name) {}

    private final SharedLimiter limiter;
    private final Executor owner;
    private final UnaryOperator<String> names;
    private final Supplier<Duration> connected;
    private final Consumer<LimiterReply> client;
    private final Map<String, Open> requests = new HashMap<>();
    private boolean closed;

    /**
     * @param names gives the name of a request by its ID
     * @param connected for how long the client has been connected; it may be one that lost its server before that
     */
    LimiterSession(
            SharedLimiter limiter,
            Executor owner,
            UnaryOperator<String> names,
            Supplier<Duration> connected,
            Consumer<LimiterReply> client) {
        this.limiter = limiter;
        this.owner = owner;
        this.names = names;
        this.connected = connected;
        this.client = client;
    }

    void receive(LimiterRequest message) {
        message.accept(this);
    }

    @Override
    public Void on(LimiterRequest.Heartbeat heartbeat) {
        return null; // that it came is all it says
    }

    @Override
    public Void on(LimiterRequest.Unknown unknown) {
        return null; // ignored, so that the protocol can grow
    }

    @Override
    public Void on(LimiterRequest.StartRequest start) {
        if (requests.containsKey(start.id())) {
            client.accept(new LimiterReply.Error(
                    LimiterReply.Error.REQUEST_ID_DUPLICATED,
                    "Request-ID " + start.id() + " has not ended yet; expected an ID that is not in use"));
        } else if (requests.size() >= MOST_REQUESTS) {
            client.accept(new LimiterReply.Error(
                    "TOO_MANY_REQUESTS",
                    requests.size() + " requests of this connection have not ended; expected fewer than "
                            + MOST_REQUESTS));
        } else {
            begin(start);
        }
        return null;
    }

    private void begin(LimiterRequest.StartRequest start) {
        Open open = new Open(Type.ofRequests(start.type()), names.apply(start.id()));
        requests.put(start.id(), open);
        limiter.restart(open.type(), open.name(), start.limit(), connected.get())
                .whenComplete((granted, failure) -> owner.execute(() -> answered(start.id(), open, granted)));
    }

    /** @param granted null if there was no answer */
    private void answered(String id, Open open, Boolean granted) {
        if (!Boolean.TRUE.equals(granted)) {
            requests.remove(id, open); // unless the ID has been used again
        }
        tell(
                granted == null
                        ? unavailable("Request-ID " + id + " was not started: the counts do not answer")
                        : new LimiterReply.StartRequestAck(id, !granted));
    }

    private static LimiterReply unavailable(String message) {
        return new LimiterReply.Error("UNAVAILABLE", message);
    }

    /** Ending what does not run, or was refused, gives nothing back and is no mistake. */
    @Override
    public Void on(LimiterRequest.EndRequest end) {
        Open open = requests.remove(end.id());
        if (open != null) {
            limiter.end(open.type(), open.name());
        }
        return null;
    }

    @Override
    public Void on(LimiterRequest.GetRequestCount get) {
        limiter.count(Type.ofRequests(get.type()))
                .whenComplete((count, failure) -> owner.execute(() -> tell(
                        failure == null
                                ? new LimiterReply.RequestCount(get.type(), count)
                                : unavailable("the counts do not answer"))));
        return null;
    }

    /** Every request that has not ended is considered ended. */
    void connectionClosed() {
        closed = true;
        requests.values().forEach(open -> limiter.end(open.type(), open.name()));
        requests.clear();
    }

    private void tell(LimiterReply reply) {
        if (!closed) {
            client.accept(reply);
        }
    }
}
