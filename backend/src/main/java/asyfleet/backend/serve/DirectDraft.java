package asyfleet.backend.serve;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.wire.Sha256;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A task that a client of our own puts together: files and options, up to {@code run}. How much there may be is checked
 * by the codec. Confined to the connection's event loop.
 */
final class DirectDraft {

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private TaskOptions options = TaskOptions.DEFAULT;
    private Optional<String> main = Optional.empty();

    void add(ClientMessage.Add add) {
        checkPlace(add);
        if (add.restore()) {
            throw new ProtocolException(
                    "restore of \"" + add.filename() + "\"; expected its contents: nothing is stored here");
        }
        if (add.hash() != null && !add.hash().equals(Sha256.hex(add.contents()))) {
            throw new ProtocolException("hash of \"" + add.filename() + "\" is " + add.hash() + "; expected "
                    + Sha256.hex(add.contents()) + ", the SHA-256 of what came");
        }
        files.put(add.filename(), add.contents());
        if (add.main()) {
            main = Optional.of(add.filename());
        }
    }

    private void checkPlace(ClientMessage.Add add) {
        if (files.containsKey(add.filename())) {
            throw new ProtocolException("file \"" + add.filename() + "\" was added twice; expected each name once");
        }
        if (add.main() && main.isPresent()) {
            throw new ProtocolException("main files \"" + main.get() + "\" and \"" + add.filename()
                    + "\"; expected exactly one file with main: true");
        }
    }

    void set(ClientMessage.Options message) {
        options = options.with(message);
    }

    /** The task, with a limit of at most {@code longest} unless it is interactive. */
    ExecutionRequest request(Duration longest) {
        if (main.isEmpty() && !options.interactive()) {
            throw new ProtocolException("run without a main file; expected an add with \"main\": true");
        }
        Optional<Duration> asked = Optional.ofNullable(options.timeoutMillis()).map(Duration::ofMillis);
        Duration limit = asked.filter(wish -> wish.compareTo(longest) < 0).orElse(longest);
        return new ExecutionRequest(files, main, options, options.interactive() ? asked : Optional.of(limit));
    }
}
