package asyfleet.queueserver.session;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.wire.Sha256;
import asyfleet.queueserver.submission.Door;
import asyfleet.queueserver.submission.TaskRequest;
import asyfleet.redis.reuse.RecentFiles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The task that a client puts together before it says {@code run}. What is wrong with it is said as a
 * {@link ProtocolException}. Confined to the session's owner.
 */
final class Draft {

    private final SessionRules rules;
    private final Map<String, ClientMessage.Add> files = new LinkedHashMap<>();
    private TaskOptions options = TaskOptions.DEFAULT;

    Draft(SessionRules rules) {
        this.rules = rules;
    }

    /** A name may come again only in place of a file that could not be restored. */
    void add(ClientMessage.Add add) {
        ClientMessage.Add before = files.get(add.filename());
        if (before != null && !(before.restore() && !add.restore())) {
            throw new ProtocolException("file \"" + add.filename() + "\" was added twice; expected each name once");
        }
        checkHash(add);
        files.put(add.filename(), add);
    }

    private static void checkHash(ClientMessage.Add add) {
        if (add.hash() == null || add.restore()) {
            return;
        }
        String actual = Sha256.hex(add.contents());
        boolean same = MessageDigest.isEqual(
                actual.getBytes(StandardCharsets.US_ASCII), add.hash().getBytes(StandardCharsets.US_ASCII));
        if (!same) {
            throw new ProtocolException("hash of \"" + add.filename() + "\" is " + add.hash() + "; expected " + actual
                    + ", the SHA-256 of its " + add.contents().length + " bytes");
        }
    }

    void set(ClientMessage.Options message) {
        checkTimeout(message.timeoutMillis());
        options = options.with(message);
    }

    private void checkTimeout(Integer millis) {
        if (millis != null && !rules.timeoutsMillis().contains(millis)) {
            throw new ProtocolException("timeout " + millis + " is not allowed; expected one of "
                    + rules.timeoutsMillis().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
    }

    /** The files that are to be taken from what was uploaded before. */
    List<MissingFile> toRestore() {
        List<MissingFile> restored = new ArrayList<>();
        files.values().stream()
                .filter(ClientMessage.Add::restore)
                .forEach(add -> restored.add(new MissingFile(add.filename(), add.hash())));
        return restored;
    }

    /** What is to be read for them, each hash once, and how much of it still fits. */
    RecentFiles.Wanted wanted() {
        Map<String, Integer> hashes = new HashMap<>();
        toRestore().forEach(file -> hashes.merge(file.hash(), 1, Integer::sum));
        return new RecentFiles.Wanted(hashes, mostBytes() - uploadedBytes());
    }

    private int mostBytes() {
        return rules.limits().files().maxTotalBytes();
    }

    private long uploadedBytes() {
        return files.values().stream()
                .filter(add -> !add.restore())
                .mapToLong(add -> add.contents().length)
                .sum();
    }

    /** What is wrong when the files to restore have so many bytes. */
    String tooLarge(long restoredBytes) {
        return "the files have " + (uploadedBytes() + restoredBytes) + " bytes together; expected at most "
                + mostBytes();
    }

    /** The contents of files to restore have been found, by their hash. */
    void restored(Map<String, byte[]> contents) {
        files.replaceAll((name, add) -> add.restore() && contents.containsKey(add.hash())
                ? new ClientMessage.Add(name, add.main(), add.hash(), false, contents.get(add.hash()))
                : add);
    }

    TaskRequest toRequest() {
        if (uploadedBytes() > mostBytes()) {
            throw new ProtocolException(tooLarge(0));
        }
        Map<String, byte[]> contents = new LinkedHashMap<>();
        files.forEach((name, add) -> contents.put(name, add.contents()));
        return new TaskRequest(contents, mainFile(), options, Door.WEBSOCKET.priority());
    }

    boolean isInteractive() {
        return options.interactive();
    }

    void checkMainFile() {
        mainFile();
    }

    private String mainFile() {
        List<String> mains = files.values().stream()
                .filter(ClientMessage.Add::main)
                .map(ClientMessage.Add::filename)
                .toList();
        if (mains.isEmpty() && options.interactive()) {
            return "";
        }
        if (mains.size() != 1) {
            throw new ProtocolException(
                    (mains.isEmpty() ? "no main file among " + files.keySet() : "main files " + mains)
                            + "; expected exactly one file with main: true");
        }
        return mains.get(0);
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
