package asyfleet.queueserver.session;

import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.codec.TaskCodec;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.task.TaskEntry;

/** The parts of a queue server that all its sessions share. */
public record SessionContext(Gate gate, TaskEntry entry, FileCache files, SessionRules rules) {

    /** The name that a client may offer for this protocol. */
    private static final String SUBPROTOCOL = "asy";

    /** The route that serves {@code /asy}. */
    public WebSocketRoute route() {
        WebSocketRoute route = WebSocketRoute.of((pipeline, request) -> {
                    pipeline.addLast("task-codec", TaskCodec.server(rules.task().limits()));
                    pipeline.addLast("session", new SessionHandler(this, entry.termsOf(request)));
                })
                .withSubprotocols(SUBPROTOCOL)
                .withAdmission(request -> {
                    entry.termsOf(request); // refuses a bad session name while an HTTP answer can still say so
                    return WebSocketRoute.Admission.EVERYBODY.admit(request);
                })
                .withMaxFrameBytes(rules.task().limits().maxRequestFrameBytes());
        return gate.guard(route);
    }
}
