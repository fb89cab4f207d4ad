package asyfleet.client.connect;

import asyfleet.net.BlockingWebSocket;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.codec.MessageParts;
import asyfleet.protocol.task.codec.MessageReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionStage;

/**
 * One task on a thread and a connection of its own, for a program that renders one figure and ends: {@link AsyfleetClient}
 * is made for many, and takes longer to be made than one figure to come back. The thread owns the conversation and calls
 * the listener.
 */
public final class SingleTask implements Conversation.Link {

    private final ClientSettings settings;
    private final Conversation conversation;
    private BlockingWebSocket socket;

    private SingleTask(ClientSettings settings, Conversation conversation) {
        this.settings = settings;
        this.conversation = conversation;
    }

    /** A renderer that opens a connection for each task. */
    public static TaskRenderer renderer(ClientSettings settings) {
        return (sources, options, listener) -> start(settings, sources, options, listener);
    }

    private static CompletionStage<TaskOutcome> start(
            ClientSettings settings, TaskSources sources, TaskOptions options, TaskObserver listener) {
        Conversation conversation = new Conversation(sources, options, listener, new RecentUploads());
        Thread owner = new Thread(() -> new SingleTask(settings, conversation).run(), "asyfleet-client");
        owner.setDaemon(true);
        owner.start();
        return conversation.outcome();
    }

    private void run() {
        for (int before = 0; socket == null; before++) {
            try {
                socket = BlockingWebSocket.open(
                        AsyfleetClient.target(settings), settings.connectTimeout(), Conversation.MOST_IMAGE_BYTES);
            } catch (IOException e) {
                FailedConnection failed = new FailedConnection(settings, e);
                if (!failed.isWorthAnother(before) || !pause(before)) {
                    failed.tell(conversation);
                    return;
                }
            }
        }
        try {
            talk();
        } catch (IOException | UncheckedIOException | ProtocolException e) {
            conversation.lost("the connection broke: " + e.getMessage());
        } catch (RuntimeException bug) {
            conversation.lost("the client failed: " + bug); // else its user would wait for ever
            throw bug;
        }
    }

    /** False if the thread is to end. */
    private static boolean pause(int before) {
        try {
            Thread.sleep(FailedConnection.pause(before).toMillis());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void talk() throws IOException {
        conversation.connected(this);
        MessageReader<ServerMessage> reader = MessageReader.client(TaskLimits.DEFAULT);
        while (!conversation.outcome().isDone()) {
            BlockingWebSocket.WholeMessage frame = socket.receive();
            if (frame == null) {
                conversation.lost("the server closed the connection" + socket.closeReason());
                return;
            }
            ServerMessage message = frame.isText() ? reader.text(frame.bytes()) : reader.contents(frame.bytes(), true);
            if (message != null) {
                conversation.received(message);
            }
        }
    }

    @Override
    public void send(ClientMessage message) {
        MessageParts parts = MessageParts.of(message);
        try {
            socket.sendText(parts.text());
            if (parts.contents() != null) {
                socket.sendBinary(parts.contents());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void release() {
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The task has its end without it.
        }
    }
}
