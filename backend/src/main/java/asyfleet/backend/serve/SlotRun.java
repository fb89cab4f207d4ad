package asyfleet.backend.serve;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Slots;
import asyfleet.protocol.task.ServerMessage;
import java.time.Duration;
import java.util.function.Consumer;

/** The execution of a task on one of this process's slots. */
public final class SlotRun implements TaskRun {

    private final Execution execution;

    private SlotRun(Execution execution) {
        this.execution = execution;
    }

    /** @throws IllegalStateException if no slot is free: who takes tasks counts them */
    public static TaskRun start(Slots slots, ExecutionRequest request, Listener listener) {
        return slots.run(request, heard(listener))
                .map(SlotRun::new)
                .orElseThrow(() -> new IllegalStateException("no slot is free"));
    }

    private static Consumer<ServerMessage> heard(Listener listener) {
        return message -> {
            if (message instanceof ServerMessage.Complete complete) {
                listener.ended(complete);
            } else {
                listener.said(message);
            }
        };
    }

    @Override
    public void shorten(Duration limit) {
        execution.shorten(limit);
    }

    @Override
    public void input(byte[] contents) {
        execution.input(contents);
    }

    @Override
    public void abort() {
        execution.abort();
    }
}
