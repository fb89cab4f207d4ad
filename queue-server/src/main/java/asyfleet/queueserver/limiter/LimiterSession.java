package asyfleet.queueserver.limiter;

import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One client of the request limiter, by the rules of the protocol. A request is
 *
 * <pre>
 * unknown   START-REQUEST          → STARTING
 * STARTING  granted                → RUNNING (acknowledged)
 *           limit reached          → unknown (acknowledged; it holds nothing)
 *           END-REQUEST            → CANCELLED
 * CANCELLED granted, limit reached → unknown (acknowledged, and ended at once)
 * RUNNING   END-REQUEST            → unknown
 * any       connection closes      → unknown
 * </pre>
 *
 * <p>Confined to the {@code owner}, the event loop of the connection.
 */
final class LimiterSession implements LimiterRequest.Handler<Void> {

    /** More is not a client that counts its requests but one that leaks them. */
    static final int MOST_REQUESTS = 10_000;

    private enum State {
        STARTING,
        CANCELLED,
        RUNNING
    }

    /** @param name what the shared counts know the request by: unique among those of this server */
    private record Held(String type, String name, State state) {
        Held in(State next) {
            return new Held(type, name, next);
        }
    }

    private final SharedLimiter limiter;
    private final Executor owner;
    private final Supplier<String> names;
    private final Consumer<LimiterReply> client;
    private final Map<String, Held> requests = new HashMap<>();
    private boolean closed;

    LimiterSession(SharedLimiter limiter, Executor owner, Supplier<String> names, Consumer<LimiterReply> client) {
        this.limiter = limiter;
        this.owner = owner;
        this.names = names;
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
        Held held = new Held(start.type(), names.get(), State.STARTING);
        requests.put(start.id(), held);
        limiter.start(start.type(), held.name(), start.limit())
                .whenComplete((granted, failure) -> owner.execute(() -> {
                    if (failure == null) {
                        answered(start.id(), held, granted);
                    } else {
                        failed(start.id(), held);
                    }
                }));
    }

    private void answered(String id, Held begun, boolean granted) {
        Held now = closed ? null : requests.get(id);
        boolean stillWanted = now != null && now.name().equals(begun.name()) && now.state() == State.STARTING;
        if (granted && stillWanted) {
            requests.put(id, begun.in(State.RUNNING));
        } else {
            forget(id, begun);
            if (granted) {
                limiter.end(begun.type(), begun.name());
            }
        }
        tell(new LimiterReply.StartRequestAck(id, !granted));
    }

    private void failed(String id, Held begun) {
        forget(id, begun);
        tell(new LimiterReply.Error("UNAVAILABLE", "Request-ID " + id + " was not started: the counts do not answer"));
    }

    private void forget(String id, Held begun) {
        requests.computeIfPresent(id, (key, now) -> now.name().equals(begun.name()) ? null : now);
    }

    /** Ending what does not run, or was refused, gives nothing back and is no mistake. */
    @Override
    public Void on(LimiterRequest.EndRequest end) {
        Held held = requests.get(end.id());
        if (held == null) {
            return null;
        }
        switch (held.state()) {
            case RUNNING -> {
                requests.remove(end.id());
                limiter.end(held.type(), held.name());
            }
            case STARTING -> requests.put(end.id(), held.in(State.CANCELLED));
            case CANCELLED -> {}
        }
        return null;
    }

    @Override
    public Void on(LimiterRequest.GetRequestCount get) {
        limiter.count(get.type())
                .whenComplete((count, failure) -> owner.execute(() -> tell(
                        failure == null
                                ? new LimiterReply.RequestCount(get.type(), count)
                                : new LimiterReply.Error("UNAVAILABLE", "the counts do not answer"))));
        return null;
    }

    /** Every request that has not ended is considered ended. */
    void connectionClosed() {
        closed = true;
        for (Held held : requests.values()) {
            if (held.state() == State.RUNNING) {
                limiter.end(held.type(), held.name());
            }
        }
        requests.clear();
    }

    private void tell(LimiterReply reply) {
        if (!closed) {
            client.accept(reply);
        }
    }
}
