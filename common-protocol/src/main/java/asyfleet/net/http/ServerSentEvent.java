package asyfleet.net.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One event of an event stream, as the HTML standard defines it.
 *
 * @param id what a browser sends back as {@code Last-Event-ID} when it reconnects
 * @param data any text; line breaks are kept
 */
public record ServerSentEvent(Optional<String> id, String name, String data) {

    /** A comment: ignored by clients, and proof to every proxy in between that the stream lives. */
    public static final byte[] KEEP_ALIVE = ":\n\n".getBytes(StandardCharsets.UTF_8);

    public ServerSentEvent {
        if (id.orElse("").lines().count() > 1 || name.lines().count() > 1) {
            throw new IllegalArgumentException("bad event " + name + ": expected id and name on one line each");
        }
    }

    public static ServerSentEvent of(String name, String data) {
        return new ServerSentEvent(Optional.empty(), name, data);
    }

    public byte[] bytes() {
        StringBuilder text = new StringBuilder();
        id.ifPresent(value -> text.append("id: ").append(value).append('\n'));
        text.append("event: ").append(name).append('\n');
        for (String line : data.split("\r\n|\r|\n", -1)) {
            text.append("data: ").append(line).append('\n');
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
