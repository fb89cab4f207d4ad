package asyfleet.net.http;

/**
 * The rules for web pages that use a server from a browser. Asked for every request, also for those that end in an
 * error and those that ask for a WebSocket, so that no route can be forgotten.
 */
public interface CrossOrigin {

    /** For servers that are not for browsers: nothing is refused, and no page of another origin is shown an answer. */
    CrossOrigin UNTOLD = new CrossOrigin() {
        @Override
        public void check(Headers request) {}

        @Override
        public Response shown(Response response, Headers request) {
            return response;
        }
    };

    /** Throws {@link HttpError} for a request of a page that may not make it. */
    void check(Headers request);

    /**
     * The response with what a browser must know before it shows it to the page that asked, or, if the response has the
     * path's methods in {@code Allow}, before it sends what the page asks to send.
     */
    Response shown(Response response, Headers request);
}
