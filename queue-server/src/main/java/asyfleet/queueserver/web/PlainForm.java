package asyfleet.queueserver.web;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The form for browsers without scripts, at {@code /form} and inside the editor page: a source comes in, and a whole page
 * goes out, with the picture or the problem above the form, which keeps the source.
 */
public final class PlainForm {

    private final PlainPage page;
    private final Gate gate;
    private final RenderRules rules;
    private final Renderer renderer;

    private PlainForm(PlainPage page, Gate gate, RenderRules rules, Renderer renderer) {
        this.page = page;
        this.gate = gate;
        this.rules = rules;
        this.renderer = renderer;
    }

    public static void addRoutes(Routes.Builder routes, Gate gate, RenderRules rules, Renderer renderer) {
        PlainPage page = PlainPage.read(!gate.isOpen());
        routes.get("/form", RequestHandler.answering(request -> page.empty()))
                .post("/form", new PlainForm(page, gate, rules, renderer)::handle);
    }

    private CompletionStage<Response> handle(Request request) {
        FormFields fields = FormFields.read(request);
        return answered(fields, request).exceptionally(failure -> {
            Throwable cause = StageFailure.causeOf(failure);
            if (cause instanceof HttpError error) {
                return page.problem(fields, error);
            }
            throw new CompletionException(cause);
        });
    }

    /** The answer as a stage. An exception makes the stage fail, so that every failure is answered in the same way. */
    private CompletionStage<Response> answered(FormFields fields, Request request) {
        return CompletableFuture.completedFuture(fields.authorized(request))
                .thenCompose(gate.guard(allowed -> render(fields, allowed))::handle);
    }

    private CompletionStage<Response> render(FormFields fields, Request request) {
        Format format = RenderRules.format("format", fields.format());
        byte[] source =
                RenderRules.notEmpty("the source", fields.source().strip().getBytes(StandardCharsets.UTF_8));
        return renderer.render(rules.task(source, format, PictureOptions.DEFAULT, request), request)
                .thenApply(outcome -> answer(fields, outcome));
    }

    /** A picture that a page cannot show is the answer itself. */
    private Response answer(FormFields fields, RenderOutcome outcome) {
        if (!RenderAnswer.isSuccess(outcome)) {
            throw RenderAnswer.failure(outcome);
        }
        Format format = outcome.images().get(outcome.images().size() - 1).format();
        return format == Format.SVG || format == Format.PNG ? page.picture(fields, outcome) : RenderAnswer.of(outcome);
    }
}
