package asyfleet.backend.execute;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Keeps what an execution says. */
class Recording implements Execution.Listener {

    private final List<ServerMessage> messages = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Complete> complete = new CompletableFuture<>();
    private Execution execution;

    @Override
    public void said(ServerMessage message) {
        messages.add(message);
    }

    @Override
    public void ended(Complete last) {
        messages.add(last);
        complete.complete(last);
    }

    void of(Execution started) {
        execution = started;
    }

    Execution execution() {
        return execution;
    }

    Recording awaitComplete() {
        complete.orTimeout(100, TimeUnit.SECONDS).join();
        return this;
    }

    List<ServerMessage> messages() {
        return messages;
    }

    Complete complete() {
        return complete.join();
    }

    List<Result> results() {
        return messages.stream()
                .filter(Result.class::isInstance)
                .map(Result.class::cast)
                .toList();
    }

    /** The only image, as text. */
    String image() {
        if (results().size() != 1) {
            throw new AssertionError(results() + ", expected one; " + complete + " " + output());
        }
        return new String(results().get(0).contents(), StandardCharsets.ISO_8859_1);
    }

    String output() {
        return text(OutputStreamName.STDOUT) + text(OutputStreamName.STDERR);
    }

    String text(OutputStreamName stream) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ServerMessage message : messages) {
            if (message instanceof Output output && output.stream() == stream) {
                bytes.writeBytes(output.contents());
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
