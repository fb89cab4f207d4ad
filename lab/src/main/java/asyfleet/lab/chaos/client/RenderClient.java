package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;
import asyfleet.lab.chaos.figure.ReferenceEnds;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.Optional;

/** A client of {@code POST /api/render} over kept connections. */
public final class RenderClient implements TaskClient {

    private final ClientContext context;

    public RenderClient(ClientContext context) {
        this.context = context;
    }

    @Override
    public void run(ChaosFigure figure) throws InterruptedException {
        URI uri = context.at("/api/render?timeout=" + figure.limit().toMillis());
        try {
            end(figure, HttpAnswer.post(context.http(), uri, figure.program(), ClientContext.PATIENCE));
        } catch (HttpTimeoutException e) {
            context.gaveUp(figure.task());
        } catch (IOException e) {
            context.vanished(figure.task(), e.toString());
        }
    }

    private void end(ChaosFigure figure, HttpAnswer answer) {
        if (answer.isOk()) {
            String picture = ReferenceEnds.digest(answer.body());
            context.ended(figure.task(), EndCode.OK.name(), Optional.of(picture), Optional.empty());
        } else {
            context.ended(figure.task(), answer.code(), Optional.empty(), answer.field("output"));
        }
    }
}
