package asyfleet.queueserver.api;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.redis.schema.Toolchain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code GET /api/versions}: of this program, of Asymptote on the backends as far as known, and of the protocols. */
final class Versions implements RequestHandler {

    private final Toolchain toolchain;
    private final String own = Optional.ofNullable(Versions.class.getPackage().getImplementationVersion())
            .orElse("development");

    Versions(Toolchain toolchain) {
        this.toolchain = toolchain;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        return toolchain.find().exceptionally(failure -> Optional.empty()).thenApply(programs -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("asyfleet", own);
            programs.ifPresent(text -> {
                json.put("asymptote", Toolchain.asymptoteOf(text));
                json.put("toolchain", text);
            });
            json.put("asy", "1.0");
            json.put("limiter", "1.0");
            json.put("ring", "1.3");
            return Response.json(200, json);
        });
    }
}
