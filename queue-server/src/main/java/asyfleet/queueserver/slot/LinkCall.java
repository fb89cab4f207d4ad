package asyfleet.queueserver.slot;

import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.link.OutgoingMessage;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.MessageReader;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task on the link to its process.
 *
 * <pre>
 * ASKED   opened                              → OPEN (told)
 *         closed by the backend, link lost    → OVER (failed)
 * OPEN    a piece of a message                → OPEN
 *         a message                           → OPEN (told)
 *         complete                            → OVER (told)
 *         closed by the backend, link lost    → OVER (closed)
 *         a breach of the protocol            → OVER (closed, here and there)
 *         no room                             → OVER (overflowed; closed there)
 * any     hung up                             → OVER (closed there)
 * </pre>
 *
 * <p>Confined to the link's event loop, but for {@link BackendLink}, which hops there.
 */
final class LinkCall implements BackendLink {

    private static final Logger LOG = LoggerFactory.getLogger(LinkCall.class);

    /** New credit is given in large portions: a task that says little needs none. */
    private static final int CREDIT_PORTION = LinkFrame.WINDOW_BYTES / 2;

    private final String token;
    private final MessageSink sink;
    private final MessageReader<ServerMessage> reader;
    private final Runnable withoutLink;
    private ProcessLink link;
    private int number;
    private boolean opened;
    private boolean over;
    private long messageBytes;
    private int passedOn;

    /** @param withoutLink opens a connection of its own, should the process offer no link after all */
    LinkCall(String token, MessageSink sink, TaskLimits limits, Runnable withoutLink) {
        this.token = token;
        this.sink = sink;
        this.reader = MessageReader.client(limits);
        this.withoutLink = withoutLink;
    }

    /** It is on this link from now on. */
    void join(ProcessLink joined, int itsNumber) {
        link = joined;
        number = itsNumber;
    }

    int number() {
        return number;
    }

    LinkFrame request() {
        return LinkFrame.open(number, token);
    }

    void openedByBackend() {
        if (!opened) { // once, whatever the backend says
            opened = true;
            sink.opened(this);
        }
    }

    void received(LinkFrame frame) {
        if (!opened || over) {
            return;
        }
        if (!sink.take(frame.cost())) {
            LOG.debug("no room for a result link={}", link);
            leave();
            sink.overflowed();
            return;
        }
        messageBytes += frame.cost();
        ServerMessage message;
        try {
            message = frame.read(reader);
        } catch (ProtocolException e) {
            LOG.warn("slot broke the protocol link={} reason={}", link, e.getMessage());
            leave();
            sink.closed();
            return;
        }
        if (message != null) {
            passOn(message);
        }
        giveCredit(frame.cost());
    }

    private void passOn(ServerMessage message) {
        long bytes = messageBytes;
        messageBytes = 0;
        if (message.isLast()) {
            over = true;
            link.remove(this);
        }
        sink.message(message, bytes);
    }

    /** Gives credit for bytes that have room here. They no longer count against the task: all tasks share one bound. */
    private void giveCredit(int bytes) {
        passedOn += bytes;
        if (passedOn >= CREDIT_PORTION && !over) {
            link.send(LinkFrame.credit(number, passedOn));
            passedOn = 0;
        }
    }

    /** The backend has no such task, or ended it without {@code complete}. */
    void closedByBackend(String why) {
        over = true;
        link.remove(this);
        if (opened) {
            sink.closed();
        } else {
            sink.failed(new IOException(why));
        }
    }

    /** The link has ended; it has forgotten the task. */
    void lost(Throwable reason) {
        over = true;
        if (opened) {
            sink.closed();
        } else {
            sink.failed(reason);
        }
    }

    /** The process turned out to offer no link. */
    void goWithoutLink() {
        if (!over) {
            over = true;
            withoutLink.run();
        }
    }

    private void leave() {
        over = true;
        link.remove(this);
        link.send(LinkFrame.close(number, ""));
    }

    @Override
    public void send(ClientMessage message) {
        link.execute(() -> {
            OutgoingMessage outgoing = OutgoingMessage.of(message);
            while (!over && !outgoing.isSent()) {
                link.send(outgoing.next(number));
            }
        });
    }

    @Override
    public void close() {
        link.execute(() -> {
            if (!over) {
                leave();
                sink.hungUp();
            }
        });
    }
}
