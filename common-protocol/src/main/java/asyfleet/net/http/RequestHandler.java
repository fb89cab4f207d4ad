package asyfleet.net.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The function that answers the requests of a route. Called on the connection's event loop and must not block it; the
 * stage may complete on any thread. Throwing, or completing exceptionally, with {@link HttpError} answers with that error;
 * anything else is a bug and answers 500.
 */
@FunctionalInterface
public interface RequestHandler {

    CompletionStage<Response> handle(Request request);

    /** A handler that knows its answer at once. */
    static RequestHandler answering(Function<Request, Response> answer) {
        return request -> CompletableFuture.completedFuture(answer.apply(request));
    }
}
