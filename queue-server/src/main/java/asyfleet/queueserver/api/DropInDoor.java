package asyfleet.queueserver.api;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.submission.TaskRequest;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /?f=svg} with the source as the body and the image as the answer: what clients of the public Asymptote
 * server send, so that they move here by changing a host name.
 */
public final class DropInDoor implements RequestHandler {

    private static final String MAIN = "main.asy";
    private static final int PRIORITY = 1;

    private final Renderer renderer;

    DropInDoor(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        if (request.body().length == 0) {
            throw HttpError.badRequest("the body is empty; expected Asymptote source");
        }
        TaskOptions options = new TaskOptions(false, null, format(request), StderrMode.STDOUT, 0);
        TaskRequest task = new TaskRequest(Map.of(MAIN, request.body()), MAIN, options, PRIORITY);
        return renderer.render(task, request).thenApply(RenderAnswer::of);
    }

    private static Format format(Request request) {
        String name = request.query("f").orElse(Format.SVG.wire());
        return Format.ofWire(name)
                .orElseThrow(() -> HttpError.badRequest("unknown format f=" + name + "; expected svg, pdf or png"));
    }
}
