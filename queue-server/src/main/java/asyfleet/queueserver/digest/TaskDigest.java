package asyfleet.queueserver.digest;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.wire.Sha256;
import asyfleet.queueserver.task.TaskRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The SHA-256 of what a task runs: two tasks with the same have the same sources and options, so the same result, and
 * are of callers who share results.
 */
final class TaskDigest {

    private TaskDigest() {}

    static String of(String scope, TaskRequest task) {
        MessageDigest digest = Sha256.start();
        add(digest, scope);
        TaskOptions options = task.options();
        add(
                digest,
                options.format().wire()
                        + ' '
                        + options.stderr().wire()
                        + ' '
                        + options.interactive()
                        + ' '
                        + options.timeoutMillis()
                        + ' '
                        + options.verbosity());
        add(digest, options.picture().toTexts().toString());
        add(digest, task.main());
        for (Map.Entry<String, byte[]> file : new TreeMap<>(task.files()).entrySet()) {
            add(digest, file.getKey());
            add(digest, file.getValue());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String text) {
        add(digest, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Length first, so that no two lists of parts have the same bytes. */
    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }
}
