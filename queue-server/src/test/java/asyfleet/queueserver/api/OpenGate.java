package asyfleet.queueserver.api;

import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Gate;
import java.util.Optional;

/** A gate that lets everybody in. */
final class OpenGate {

    private OpenGate() {}

    static Gate create() {
        return new Gate(new ApiTokens(Optional.empty()));
    }
}
