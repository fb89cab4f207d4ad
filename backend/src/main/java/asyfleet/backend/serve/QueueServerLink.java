package asyfleet.backend.serve;

import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.link.LinkProtocolException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backend's end of a link: all tasks that one queue server fetches here over one WebSocket. Each task must be fetched
 * with its token, as at an address of its own. Those that have something to say take turns, a frame each. When the link
 * ends, every task on it has lost its client.
 *
 * <p>Confined to its event loop, but for {@link #wake} and {@link #close}.
 */
final class QueueServerLink extends SimpleChannelInboundHandler<LinkFrame> {

    private static final Logger LOG = LoggerFactory.getLogger(QueueServerLink.class);

    private final TaskAddresses addresses;

    /** By their numbers; as many as this process has claimed at most. */
    private final Map<Integer, LinkedTask> tasks = new HashMap<>();

    /** Those that may have something to say, each once. */
    private final Queue<LinkedTask> ready = new ArrayDeque<>();

    /** Those that were woken by other threads, each at most once until its outbox was found empty. */
    private final Queue<LinkedTask> woken = new ConcurrentLinkedQueue<>();

    /** Atomic: whoever wakes the first task after a look at {@link #woken} asks for the next look. */
    private final AtomicBoolean lookIsDue = new AtomicBoolean();

    private ChannelHandlerContext ctx;
    private boolean sending;
    private boolean stopping;

    QueueServerLink(TaskAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ctx = context;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, LinkFrame frame) {
        LinkedTask task = tasks.get(frame.task());
        switch (frame.kind()) {
            case OPEN -> open(frame, task);
            case OPENED ->
                throw new LinkProtocolException("OPENED from a queue server; expected it from backends only");
            case TEXT, PART, LAST -> {
                if (task != null) {
                    task.received(frame);
                }
            }
            case CREDIT -> credit(frame, task);
            case CLOSE -> {
                if (task != null) {
                    remove(task);
                    task.task().disconnected(task);
                }
            }
        }
    }

    private void open(LinkFrame frame, LinkedTask present) {
        int number = frame.task();
        if (present != null) {
            throw new LinkProtocolException("OPEN of number " + number + ", which a task has; expected another number");
        }
        Optional<ServedTask> served = addresses.take(frame.text());
        if (served.isEmpty()) {
            ctx.write(LinkFrame.close(number, "no task is served here; a token serves once, for a time"));
            return;
        }
        LinkedTask task = new LinkedTask(this, number, served.get());
        tasks.put(number, task);
        ctx.write(LinkFrame.opened(number));
        task.task().connected(task);
    }

    private void credit(LinkFrame frame, LinkedTask task) {
        if (task != null) { // else it crossed the end
            task.credited(frame.credit());
            addReady(task);
        }
    }

    /** Sends all answers to what was read at once. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        send();
        context.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        tasks.values().forEach(task -> {
            task.end();
            task.task().disconnected(task);
        });
        tasks.clear();
        context.fireChannelInactive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        send();
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof LinkProtocolException) {
            LOG.warn("queue server broke the link tasks={} reason={}", tasks.size(), cause.getMessage());
            context.writeAndFlush(new CloseReason(CloseReason.PROTOCOL_ERROR, cause.getMessage()).frame());
        } else {
            context.fireExceptionCaught(cause);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        // Tasks that are being served when the server stops still get their ends; the server's drain limit bounds it.
        if (event == ServerStopping.EVENT) {
            stopping = true;
            closeIfDone();
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    private void closeIfDone() {
        if (stopping && tasks.isEmpty()) {
            ctx.writeAndFlush(new CloseReason(CloseReason.GOING_AWAY, "the backend is shutting down").frame());
        }
    }

    /** There is something in the outbox of the task. Any thread. */
    void wake(LinkedTask task) {
        woken.add(task);
        if (lookIsDue.compareAndSet(false, true)) {
            ctx.executor().execute(this::sendWoken);
        }
    }

    private void sendWoken() {
        lookIsDue.set(false); // before the look: whoever comes during it asks for another
        LinkedTask task = woken.poll();
        while (task != null) {
            addReady(task);
            task = woken.poll();
        }
        send();
    }

    /** The task is over here, without {@code complete}. Any thread. */
    void close(LinkedTask task, String why) {
        ctx.executor().execute(() -> {
            if (tasks.get(task.number()) == task) {
                ctx.writeAndFlush(LinkFrame.close(task.number(), why));
                remove(task);
            }
        });
    }

    private void remove(LinkedTask task) {
        task.end();
        tasks.remove(task.number());
        closeIfDone();
    }

    private void addReady(LinkedTask task) {
        if (task.queue()) {
            ready.add(task);
        }
    }

    /**
     * Writes what waits, as long as there is room. Writing and flushing change whether there is, and that calls this method
     * again from within.
     */
    private void send() {
        if (sending) {
            return;
        }
        sending = true;
        do {
            writeWhileThereIsRoom();
            ctx.flush();
        } while (!ready.isEmpty() && ctx.channel().isWritable());
        sending = false;
    }

    private void writeWhileThereIsRoom() {
        while (!ready.isEmpty() && ctx.channel().isWritable()) {
            LinkedTask task = ready.remove();
            task.dequeue();
            LinkFrame frame = task.next();
            if (frame != null) {
                write(task, frame);
            }
        }
    }

    private void write(LinkedTask task, LinkFrame frame) {
        ChannelFuture written = ctx.write(frame);
        if (task.isOver()) {
            // Only once it is on its way: then nothing of the task is left here, and the process may end.
            written.addListener(done -> task.task().disconnected(task));
            remove(task);
        } else {
            addReady(task);
        }
    }
}
