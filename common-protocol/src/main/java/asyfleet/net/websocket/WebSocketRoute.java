package asyfleet.net.websocket;

import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import io.netty.channel.ChannelPipeline;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The admission, the handlers and the frame limit of one WebSocket path.
 *
 * @param subprotocols known names; the first that the client offers is echoed, an unknown one is ignored
 * @param admission asked first: whoever may not come in is told that, whatever else is wrong with the request
 * @param maxFrameBytes a longer frame ends the connection with code 1009
 * @param installer adds the route's handlers once the upgrade has been agreed
 */
public record WebSocketRoute(List<String> subprotocols, Admission admission, int maxFrameBytes, Installer installer) {

    private static final int DEFAULT_MAX_FRAME_BYTES = 65_536;

    public WebSocketRoute {
        subprotocols = List.copyOf(subprotocols);
    }

    /** A route that admits everybody and takes frames of up to 64 KiB. */
    public static WebSocketRoute of(Installer installer) {
        return new WebSocketRoute(List.of(), Admission.EVERYBODY, DEFAULT_MAX_FRAME_BYTES, installer);
    }

    public WebSocketRoute withSubprotocols(String... names) {
        return new WebSocketRoute(List.of(names), admission, maxFrameBytes, installer);
    }

    public WebSocketRoute withAdmission(Admission decision) {
        return new WebSocketRoute(subprotocols, decision, maxFrameBytes, installer);
    }

    public WebSocketRoute withMaxFrameBytes(int bytes) {
        return new WebSocketRoute(subprotocols, admission, bytes, installer);
    }

    /** The first name that the client offers and that is known: the one that the handshake echoes. */
    public static Optional<String> chosen(Request request, List<String> known) {
        for (String offered :
                request.header("Sec-WebSocket-Protocol").orElse("").split(",")) {
            if (known.contains(offered.strip())) {
                return Optional.of(offered.strip());
            }
        }
        return Optional.empty();
    }

    /**
     * Decides who may come in, on the connection's event loop, without blocking. An empty answer admits; a response
     * refuses and is sent as it is. Throwing {@code HttpError} refuses as well. There may be no upgrade after all, so
     * nothing is to be taken yet.
     */
    @FunctionalInterface
    public interface Admission {
        Admission EVERYBODY = request -> CompletableFuture.completedFuture(Optional.empty());

        CompletionStage<Optional<Response>> admit(Request request);
    }

    /**
     * Adds the route's handlers at the end of the pipeline, on the connection's event loop, before the first frame is
     * read. They get text, binary and continuation frames; an exception that they let through closes with 1011; when the
     * server stops they get {@link ServerStopping} as a user event.
     */
    @FunctionalInterface
    public interface Installer {
        void install(ChannelPipeline pipeline, Request request);
    }
}
