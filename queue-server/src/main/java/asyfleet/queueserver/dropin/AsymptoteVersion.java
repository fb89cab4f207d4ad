package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.Accept;
import asyfleet.redis.schema.Toolchain;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * {@code GET /} for a program: the version of Asymptote, as the public server says it, to those who may see that of the
 * fleet. People get the page, for a browser asks for HTML.
 */
public final class AsymptoteVersion implements RequestHandler {

    private static final List<String> ANSWERS = List.of("text/html", "text/plain");

    private final Toolchain toolchain;
    private final RequestHandler version;
    private final RequestHandler page;

    public AsymptoteVersion(Gate gate, Toolchain toolchain, RequestHandler page) {
        this.toolchain = toolchain;
        this.version = gate.guard(request -> version());
        this.page = page;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        Optional<String> best = Accept.of(request).best(ANSWERS, type -> type);
        RequestHandler chosen = best.equals(Optional.of("text/plain")) ? version : page;
        return chosen.handle(request).thenApply(response -> response.plus("Vary", "Accept"));
    }

    private CompletionStage<Response> version() {
        return toolchain.find().exceptionally(failure -> Optional.empty()).thenApply(programs -> programs.map(
                        Toolchain::asymptoteOf)
                .map(version -> Response.text(200, "Asymptote version " + version + "\n"))
                .orElseThrow(() -> new HttpError(503, "UNAVAILABLE", "No backend has said yet which version it runs")
                        .withHeader("Retry-After", "5")));
    }
}
