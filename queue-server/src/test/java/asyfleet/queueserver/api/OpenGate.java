package asyfleet.queueserver.api;

import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.CallerLimit;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.access.Origins;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A gate that lets everybody in; callers of this machine are never counted, so it needs no limiter. */
final class OpenGate {

    private OpenGate() {}

    static Gate create() {
        ApiTokens tokens = new ApiTokens(Optional.empty());
        Callers callers = new Callers(tokens, List.of());
        return new Gate(tokens, new Origins(Set.of("*")), new CallerLimit(null, callers, 1));
    }
}
