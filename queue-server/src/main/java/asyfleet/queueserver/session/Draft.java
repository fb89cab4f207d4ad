package asyfleet.queueserver.session;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.TooLargeException;
import asyfleet.protocol.wire.SizeLimit;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.reuse.RecentFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The task that a client puts together before it says {@code run}. What is wrong with it is said as a
 * {@link ProtocolException}. Confined to the session's owner.
 */
final class Draft {

    private final TaskRules rules;
    private final Map<String, ClientMessage.Add> files = new LinkedHashMap<>();
    private TaskOptions options = TaskOptions.DEFAULT;

    Draft(TaskRules rules) {
        this.rules = rules;
    }

    /** A name may come again only in place of a file that could not be restored. */
    void add(ClientMessage.Add add) {
        ClientMessage.Add before = files.get(add.filename());
        if (before != null && !(before.restore() && !add.restore())) {
            throw TaskRules.addedTwice(add.filename());
        }
        TaskRules.checkHash(add);
        files.put(add.filename(), add);
    }

    void set(ClientMessage.Options message) {
        rules.checkTimeout(message.timeoutMillis());
        options = options.with(message);
        TaskRules.checkFormats(options);
    }

    /** The files that are to be taken from what was uploaded before. */
    List<MissingFile> toRestore() {
        List<MissingFile> restored = new ArrayList<>();
        files.values().stream()
                .filter(ClientMessage.Add::restore)
                .forEach(add -> restored.add(new MissingFile(add.filename(), add.hash())));
        return restored;
    }

    /** The files to read for them, each hash once, and how many bytes still fit. */
    RecentFiles.Wanted wanted(String scope) {
        Map<String, Integer> hashes = new HashMap<>();
        toRestore().forEach(file -> hashes.merge(file.hash(), 1, Integer::sum));
        return new RecentFiles.Wanted(scope, hashes, total().maxBytes() - uploadedBytes());
    }

    private SizeLimit total() {
        return rules.limits().files().ofAll(0);
    }

    private long uploadedBytes() {
        return files.values().stream()
                .filter(add -> !add.restore())
                .mapToLong(add -> add.contents().length)
                .sum();
    }

    /** The error when the files to restore have so many bytes; null if they fit. */
    String tooLarge(long restoredBytes) {
        return total().excess(uploadedBytes() + restoredBytes, true);
    }

    /** The contents of files to restore have been found, by their hash. */
    void restored(Map<String, byte[]> contents) {
        files.replaceAll((name, add) -> add.restore() && contents.containsKey(add.hash())
                ? new ClientMessage.Add(name, add.main(), add.hash(), false, contents.get(add.hash()))
                : add);
    }

    TaskRequest toRequest() {
        if (!total().allows(uploadedBytes())) {
            throw new TooLargeException(tooLarge(0));
        }
        Map<String, byte[]> contents = new LinkedHashMap<>();
        files.forEach((name, add) -> contents.put(name, add.contents()));
        return new TaskRequest(contents, mainFile().orElse(""), options, Door.WEBSOCKET.priority());
    }

    boolean isInteractive() {
        return options.interactive();
    }

    void checkMainFile() {
        mainFile();
    }

    private Optional<String> mainFile() {
        List<String> marked = files.values().stream()
                .filter(ClientMessage.Add::main)
                .map(ClientMessage.Add::filename)
                .toList();
        return TaskRules.markedMain(marked, files.keySet(), options.interactive());
    }

    /** How far it got, for the log and for errors. */
    @Override
    public String toString() {
        return files.size() + " files with " + uploadedBytes() + " bytes";
    }

    List<ClientMessage.Add> uploaded() {
        return files.values().stream()
                .filter(add -> !add.restore() && add.hash() != null)
                .toList();
    }
}
