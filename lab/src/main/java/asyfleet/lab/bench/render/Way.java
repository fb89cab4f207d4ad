package asyfleet.lab.bench.render;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.Slot;
import asyfleet.lab.bench.fleet.BareAsy;
import asyfleet.protocol.task.ServerMessage;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** A way to get a figure drawn, timed from the request to the picture. */
interface Way {

    /** Returns nanoseconds. */
    long draw(TimedFigure figure) throws Exception;

    /** By hand, without a backend. */
    static long byHand(TimedFigure figure) throws Exception {
        return BareAsy.draw(figure.source(), figure.options());
    }

    /** By a slot of a backend, up to its last word. */
    static Way slot(Slot slot) {
        return figure -> drawnBy(slot, figure).nanos();
    }

    /** The same with the picture. */
    static SolidsBench.Drawn drawnBy(Slot slot, TimedFigure figure) throws Exception {
        CompletableFuture<ServerMessage.Complete> complete = new CompletableFuture<>();
        AtomicReference<byte[]> picture = new AtomicReference<>(new byte[0]);
        long start = System.nanoTime();
        slot.run(figure.request(), new Execution.Listener() {
            @Override
            public void said(ServerMessage message) {
                if (message instanceof ServerMessage.Result result) {
                    picture.set(result.contents());
                }
            }

            @Override
            public void ended(ServerMessage.Complete end) {
                complete.complete(end);
            }
        });
        ServerMessage.Complete end = complete.get();
        long nanos = System.nanoTime() - start;
        if (!end.success()) {
            throw new IOException(figure.name() + " failed: " + end);
        }
        return new SolidsBench.Drawn(nanos, picture.get());
    }
}
