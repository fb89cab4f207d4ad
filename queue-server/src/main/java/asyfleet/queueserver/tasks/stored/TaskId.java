package asyfleet.queueserver.tasks.stored;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** IDs of asynchronous tasks: the tag of their shard, and 112 random bits. Whoever knows one may read and abort the task. */
public final class TaskId {

    private static final int BYTES = 14;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private TaskId() {}

    /** @param tag of the shard, 4 hexadecimal digits */
    public static String create(String tag) {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return tag + HexFormat.of().formatHex(bytes);
    }

    /** The ID in the path. What has not its form is answered like an unknown one, and never becomes part of a key. */
    public static String of(Request request) {
        String id = request.param("id");
        if (!FORM.matcher(id).matches()) {
            throw unknown();
        }
        return id;
    }

    public static HttpError unknown() {
        return new HttpError(404, "NOT_FOUND", "no such task, or its result has expired");
    }
}
