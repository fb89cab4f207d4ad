package asyfleet.queueserver.slot;

import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.protocol.link.LinkAddress;
import asyfleet.protocol.link.LinkCodec;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.Owner;
import io.netty.channel.EventLoop;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The opener of connections to slots. If the address of a task says that its process offers a link, the task goes over that;
 * else it gets a WebSocket of its own. A link is opened for the first task that needs it, and closed when none has for a
 * while.
 *
 * <p>Each event loop has links of its own, so nothing of a task changes threads. The rejected design, one link for all event
 * loops, costs every message of most tasks a hop to another thread.
 *
 * <p>Thread-safe. A link belongs to its event loop; the map is concurrent because all event loops have theirs in it. It holds
 * a link for each loop and each process that tasks were fetched from lately.
 */
public final class ProcessLinks implements BackendLink.Opener {

    private final BackendLink.Opener single;
    private final WebSocketConnector connector;
    private final NetThreads threads;
    private final TaskLimits limits;
    private final Duration timeout;
    private final WaitingBytes waiting;
    private final Map<Place, ProcessLink> links = new ConcurrentHashMap<>();

    /** The two ends of a link. */
    private record Place(EventLoop loop, String url) {}

    /**
     * @param single for processes that offer no link
     * @param timeout for a link to open
     * @param waiting takes room for what slots say until it is passed on
     */
    public ProcessLinks(
            BackendLink.Opener single,
            WebSocketConnector connector,
            NetThreads threads,
            TaskLimits limits,
            Duration timeout,
            WaitingBytes waiting) {
        this.single = single;
        this.connector = connector;
        this.threads = threads;
        this.limits = limits;
        this.timeout = timeout;
        this.waiting = waiting;
    }

    @Override
    public void open(String address, Owner owner, BackendLink.Listener listener) {
        Optional<LinkAddress> onLink = LinkAddress.parse(address);
        if (onLink.isEmpty()) {
            single.open(address, owner, listener);
            return;
        }
        EventLoop loop = loopOf(owner);
        MessageSink sink = new MessageSink(owner, listener, waiting.gatherer());
        LinkCall call = new LinkCall(onLink.get().token(), sink, limits, () -> single.open(address, owner, listener));
        Place place = new Place(loop, onLink.get().link());
        if (loop.inEventLoop()) {
            add(place, call);
        } else {
            loop.execute(() -> add(place, call));
        }
    }

    private EventLoop loopOf(Owner owner) {
        return owner instanceof EventLoopOwner own && own.loop() instanceof EventLoop loop
                ? loop
                : threads.loops().next();
    }

    private void add(Place place, LinkCall call) {
        ProcessLink link = links.get(place);
        if (link == null) {
            ProcessLink opened = new ProcessLink(ended -> links.remove(place, ended));
            links.put(place, opened);
            opened.add(call);
            connect(place, opened);
        } else {
            link.add(call);
        }
    }

    private void connect(Place place, ProcessLink link) {
        try {
            WebSocketTarget target = WebSocketTarget.of(URI.create(place.url())).withSubprotocol(LinkFrame.SUBPROTOCOL);
            connector
                    .connect(target, timeout, place.loop(), pipeline -> {
                        pipeline.addLast("link-codec", LinkCodec.create());
                        pipeline.addLast("process-link", link);
                    })
                    .exceptionally(failure -> {
                        place.loop().execute(() -> link.notConnected(failure));
                        return null;
                    });
        } catch (IllegalArgumentException e) {
            link.notConnected(e);
        }
    }
}
