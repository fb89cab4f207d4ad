package asyfleet.queueserver.kroki;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.kroki.picture.PictureThread;
import asyfleet.queueserver.kroki.upstream.KrokiUpstream;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.redis.schema.Toolchain;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The doors for clients of Kroki, and what they have of their own. */
public final class Kroki implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Gate gate;
    private final Toolchain toolchain;
    private final KrokiTypes types;
    private final PictureThread pictures = new PictureThread();
    private final KrokiErrors errors = new KrokiErrors(pictures);
    private final KrokiDoor door;
    private final Optional<KrokiUpstream> upstream;
    private final Optional<ForeignDiagrams> foreign;

    public Kroki(KrokiSettings settings, Gate gate, RenderRules rules, Renderer renderer, Toolchain toolchain) {
        this.gate = gate;
        this.toolchain = toolchain;
        this.types = KrokiTypes.with(settings.aliases());
        this.door = new KrokiDoor(rules, renderer, new PictureTags(toolchain, gate), pictures);
        this.upstream = settings.upstream().map(server -> new KrokiUpstream(server, PATIENCE, gate));
        this.foreign = upstream.map(ForeignDiagrams::new);
    }

    public void addRoutes(Routes.Builder routes) {
        for (String type : types.drawn()) {
            routes.get("/" + type + "/{format}/{encoded}", guarded(door::get))
                    .post("/" + type + "/{format}", guarded(door::post))
                    .post("/" + type, guarded(door::postToType));
        }
        foreign.ifPresent(others -> routes.get("/{type}/{format}/{encoded}", ofType(guarded(others::get)))
                .post("/{type}/{format}", ofType(guarded(others::post)))
                .post("/{type}", ofType(guarded(others::postToType))));
        KrokiHealth health = new KrokiHealth(gate, toolchain);
        routes.get("/health", health).get("/v1/health", health);
    }

    /** A path that cannot be one of Kroki is none at all, and has our own kind of error. */
    private RequestHandler ofType(RequestHandler handler) {
        return request -> {
            if (!types.isForeign(request.param("type"))) {
                throw new HttpError(404, "NOT_FOUND", "there is nothing at this path");
            }
            return handler.handle(request);
        };
    }

    private RequestHandler guarded(RequestHandler handler) {
        return errors.shaped(gate.guard(handler));
    }

    /** For {@code POST /}, which clients of another server use as well. */
    public RequestHandler jsonDoor() {
        return errors.shaped(this::postJson);
    }

    private CompletionStage<Response> postJson(Request request) {
        String type = Diagram.type(request);
        if (types.isDrawn(type)) {
            return door.postJson(request);
        }
        return foreign.orElseThrow(() -> HttpError.badRequest("Unsupported diagram type: " + Excerpt.of(type)
                        + ". Must be one of " + String.join(", ", types.drawn())))
                .postJson(request);
    }

    @Override
    public void close() {
        upstream.ifPresent(KrokiUpstream::close);
        pictures.close();
    }
}
