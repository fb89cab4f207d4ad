package asyfleet.queueserver.api;

import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.access.Origins;
import java.util.Optional;
import java.util.Set;

/** A gate that lets everybody in. */
final class OpenGate {

    private OpenGate() {}

    static Gate create() {
        return new Gate(new ApiTokens(Optional.empty()), new Origins(Set.of("*")));
    }
}
