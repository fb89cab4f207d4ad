package asyfleet.backend.serve;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.TaskRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A task that a client of our own puts together: files and options, up to {@code run}. How much there may be is checked
 * by the codec. Confined to the connection's event loop.
 */
final class DirectDraft {

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<String> marked = new ArrayList<>();
    private TaskOptions options = TaskOptions.DEFAULT;

    void add(ClientMessage.Add add) {
        if (add.restore()) {
            throw new ProtocolException(
                    "restore of \"" + add.filename() + "\"; expected its contents: nothing is stored here");
        }
        TaskRules.checkHash(add);
        if (files.put(add.filename(), add.contents()) != null) {
            throw TaskRules.addedTwice(add.filename());
        }
        if (add.main()) {
            marked.add(add.filename());
        }
    }

    void set(ClientMessage.Options message) {
        options = options.with(message);
        TaskRules.checkFormats(options);
    }

    /** The task, with a limit of at most {@code longest} unless it is interactive. */
    ExecutionRequest request(Duration longest) {
        Optional<String> main = TaskRules.markedMain(marked, files.keySet(), options.interactive());
        Optional<Duration> asked = Optional.ofNullable(options.timeoutMillis()).map(Duration::ofMillis);
        Duration limit = asked.filter(wish -> wish.compareTo(longest) < 0).orElse(longest);
        return new ExecutionRequest(files, main, options, options.interactive() ? asked : Optional.of(limit));
    }
}
