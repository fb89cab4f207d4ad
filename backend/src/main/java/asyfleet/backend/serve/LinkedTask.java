package asyfleet.backend.serve;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.link.LinkProtocolException;
import asyfleet.protocol.link.OutgoingMessage;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.MessageReader;

/**
 * One task on the link of its queue server. It has credit of its own, so that a client that reads slowly holds up nobody
 * else on the link: its messages wait in its outbox, which is bounded.
 *
 * <p>Confined to the link's event loop, but for {@link ServedTask.Link}.
 */
final class LinkedTask implements ServedTask.Link {

    private final QueueServerLink link;
    private final int number;
    private final ServedTask task;
    private int credit = LinkFrame.WINDOW_BYTES;

    /** Null until the queue server says something, which it seldom does. */
    private MessageReader<ClientMessage> reader;

    /** The message that is being sent; null if none is. */
    private OutgoingMessage message;

    private boolean messageIsLast;
    private boolean broken;
    private boolean over;
    private boolean queued;

    LinkedTask(QueueServerLink link, int number, ServedTask task) {
        this.link = link;
        this.number = number;
        this.task = task;
    }

    int number() {
        return number;
    }

    ServedTask task() {
        return task;
    }

    /** Whether it has not been among those that may send. */
    boolean queue() {
        boolean before = queued;
        queued = true;
        return !before;
    }

    /** Its turn to send has come. */
    void dequeue() {
        queued = false;
    }

    /** Nothing more is sent for it. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** The next frame; null if nothing waits, or if the queue server has to give credit first. */
    LinkFrame next() {
        if (over || credit <= 0 || !hasMessage()) {
            return null;
        }
        if (!message.fits()) {
            over = true;
            return LinkFrame.close(number, "a message is too long for the link");
        }
        LinkFrame frame = message.next(number);
        credit -= frame.cost();
        if (message.isSent()) {
            message = null;
            over = messageIsLast;
        }
        return frame;
    }

    private boolean hasMessage() {
        if (message == null) {
            ServerMessage next = task.next();
            if (next == null) {
                return false;
            }
            message = OutgoingMessage.of(next);
            messageIsLast = next.isLast();
        }
        return true;
    }

    /** The queue server says something to the task. */
    void received(LinkFrame frame) {
        if (broken) {
            return;
        }
        try {
            if (reader == null) {
                reader = MessageReader.server(TaskLimits.DEFAULT);
            }
            ClientMessage received = frame.read(reader);
            if (received != null) {
                task.received(received);
            }
        } catch (ProtocolException e) {
            broken = true;
            task.broken(e.getMessage());
        }
    }

    /** The queue server has passed on so many bytes. */
    void credited(int bytes) {
        if (credit + bytes > LinkFrame.WINDOW_BYTES) {
            throw new LinkProtocolException("credit of " + bytes + " where " + credit + " of " + LinkFrame.WINDOW_BYTES
                    + " is left; expected no more than was sent");
        }
        credit += bytes;
    }

    @Override
    public void wake() {
        link.wake(this);
    }

    @Override
    public void close(CloseReason reason) {
        link.close(this, reason.text());
    }
}
