package asyfleet.queueserver.kroki;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.queueserver.access.Gate;
import asyfleet.redis.schema.Toolchain;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code GET /health}, in the form of Kroki: that the process is alive, which everybody may see, as at {@code /healthz}. The
 * version of Asymptote, as far as it is known, is there only where everybody may see that, too.
 */
final class KrokiHealth implements RequestHandler {

    private final Gate gate;
    private final Toolchain toolchain;

    KrokiHealth(Gate gate, Toolchain toolchain) {
        this.gate = gate;
        this.toolchain = toolchain;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        return toolchain.find().exceptionally(failure -> Optional.empty()).thenApply(programs -> {
            Map<String, String> version = programs.filter(known -> gate.isOpen())
                    .map(known -> Map.of(KrokiTypes.ASYMPTOTE, Toolchain.asymptoteOf(known)))
                    .orElse(Map.of());
            byte[] json = JsonMapper.shared().writeValueAsBytes(Map.of("status", "pass", "version", version));
            return Response.of(200, "application/health+json", json);
        });
    }
}
