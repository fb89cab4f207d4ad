package asyfleet.queueserver.session;

import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.codec.TaskCodec;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.task.TaskEntry;

/** The parts of a queue server that all its sessions share. */
public record SessionContext(Gate gate, TaskEntry entry, FileCache files, SessionRules rules) {

    /**
     * The names that a client may offer for this protocol. The second is that of an older one: a browser breaks off unless
     * its name is echoed, and its page would never hear what is wrong with its messages.
     */
    private static final String[] SUBPROTOCOLS = {"asy", "asyonline.asy"};

    /** The route that serves {@code /asy}. */
    public WebSocketRoute route() {
        WebSocketRoute route = WebSocketRoute.of((pipeline, request) -> {
                    pipeline.addLast("task-codec", TaskCodec.server(rules.task().limits()));
                    pipeline.addLast("session", new SessionHandler(this, entry.termsOf(request)));
                })
                .withSubprotocols(SUBPROTOCOLS)
                .withAdmission(request -> {
                    entry.termsOf(request); // refuses a bad session name while an HTTP answer can still say so
                    return WebSocketRoute.Admission.EVERYBODY.admit(request);
                })
                .withMaxFrameBytes(rules.task().limits().maxRequestFrameBytes());
        return gate.guard(route);
    }
}
