package asyfleet.queueserver.kroki;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.redis.schema.Toolchain;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code GET /health}, in the form of Kroki: that the process is alive, and the version of Asymptote as far as it is known.
 * Open to everybody, as {@code /healthz} is.
 */
final class KrokiHealth implements RequestHandler {

    private final Toolchain toolchain;

    KrokiHealth(Toolchain toolchain) {
        this.toolchain = toolchain;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        return toolchain.find().exceptionally(failure -> Optional.empty()).thenApply(programs -> {
            String version = programs.map(Toolchain::asymptoteOf).orElse("unknown");
            Map<String, Object> json = Map.of("status", "pass", "version", Map.of(KrokiTypes.ASYMPTOTE, version));
            return Response.of(
                    200, "application/health+json", JsonMapper.shared().writeValueAsBytes(json));
        });
    }
}
