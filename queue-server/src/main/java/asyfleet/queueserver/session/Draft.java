package asyfleet.queueserver.session;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.submission.TaskRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        String actual = sha256(add.contents());
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
                    + rules.timeoutsMillis().toString().replaceAll("[\\[\\]]", ""));
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

    /** The contents of a restored file have been found. */
    void restored(String filename, byte[] contents) {
        ClientMessage.Add add = files.get(filename);
        files.put(filename, new ClientMessage.Add(filename, add.main(), add.hash(), false, contents));
    }

    TaskRequest toRequest() {
        String main = mainFile();
        Map<String, byte[]> contents = new LinkedHashMap<>();
        long total = 0;
        for (ClientMessage.Add add : files.values()) {
            contents.put(add.filename(), add.contents());
            total += add.contents().length;
        }
        int most = rules.limits().files().maxTotalBytes();
        if (total > most) {
            throw new ProtocolException("the files have " + total + " bytes together; expected at most " + most);
        }
        return new TaskRequest(contents, main, options, SessionRules.PRIORITY);
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

    private static String sha256(byte[] contents) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(contents));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }

    /** How far it got, for the log and for errors. */
    @Override
    public String toString() {
        long bytes = files.values().stream()
                .filter(add -> !add.restore())
                .mapToLong(add -> add.contents().length)
                .sum();
        return files.size() + " files with " + bytes + " bytes";
    }

    List<ClientMessage.Add> uploaded() {
        return files.values().stream()
                .filter(add -> !add.restore() && add.hash() != null)
                .toList();
    }
}
