package asyfleet.backend.execute;

import asyfleet.protocol.task.SourceWrapper;
import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A task, as a slot needs it.
 *
 * @param files contents by name, names as {@code FileNames} lets them through
 * @param main the file to run; empty for a shell that begins with nothing
 * @param timeLimit how long it may run; empty only for a shell, which has the limit on idling
 */
public record ExecutionRequest(
        Map<String, byte[]> files, Optional<String> main, TaskOptions options, Optional<Duration> timeLimit) {

    public ExecutionRequest {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        Objects.requireNonNull(options, "options");
        if (main.isPresent() && !files.containsKey(main.get())) {
            throw new IllegalArgumentException("main file '" + main.get() + "', expected one of " + files.keySet());
        }
        if (!options.interactive() && (main.isEmpty() || timeLimit.isEmpty())) {
            throw new IllegalArgumentException("no main file or no time limit, expected both unless interactive");
        }
    }

    /** The same without what somebody who copied the main file from a document has copied around it. */
    ExecutionRequest withoutWrapper() {
        if (main.isEmpty()) {
            return this;
        }
        Map<String, byte[]> plain = new LinkedHashMap<>(files);
        plain.compute(main.get(), (name, source) -> SourceWrapper.removedFrom(source));
        return new ExecutionRequest(plain, main, options, timeLimit);
    }
}
