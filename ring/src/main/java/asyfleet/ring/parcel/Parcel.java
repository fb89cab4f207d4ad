package asyfleet.ring.parcel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fields and parts in one piece of bytes, with a head that people can read:
 *
 * <pre>
 * ASYFLEET-PARCEL 1
 * success true
 * part stdout - 12
 * part image svg 4711
 *                                  an empty line, then the bytes of the parts, one after the other
 * </pre>
 *
 * A line is {@code NAME VALUE}; {@code part KIND NAME SIZE} announces a part. The head is written by us before anything
 * that a program printed, so no program can forge it where the runner is known to be ours.
 */
record Parcel(Map<String, String> fields, List<Part> parts) {

    private static final String MAGIC = "ASYFLEET-PARCEL 1";
    private static final String PART = "part";
    private static final String PART_LINE = "part [^ ]+ [^ ]+ [0-9]{1,9}";
    private static final int MOST_HEAD_BYTES = 64 << 10;

    /**
     * One part.
     *
     * @param kind one word
     * @param name one word
     */
    record Part(String kind, String name, byte[] bytes) {}

    byte[] encode() {
        StringBuilder head = new StringBuilder(MAGIC).append('\n');
        fields.forEach((name, value) ->
                head.append(name).append(' ').append(oneLine(value)).append('\n'));
        for (Part part : parts) {
            head.append("%s %s %s %d\n".formatted(PART, part.kind, part.name, part.bytes.length));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        parts.forEach(part -> bytes.writeBytes(part.bytes));
        return bytes.toByteArray();
    }

    private static String oneLine(String value) {
        return value.replaceAll("\\p{Cntrl}", " ");
    }

    /** Empty if the bytes are no parcel, or a damaged one: they are then what they are, and nothing more. */
    static Optional<Parcel> decode(byte[] bytes) {
        int headEnd = headEnd(bytes);
        if (headEnd < 0) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        List<String[]> announced = new ArrayList<>();
        for (String line : new String(bytes, 0, headEnd, StandardCharsets.UTF_8).split("\n")) {
            if (line.matches(PART_LINE)) {
                announced.add(line.split(" "));
            } else {
                String[] words = line.split(" ", 2);
                fields.put(words[0], words.length == 2 ? words[1] : "");
            }
        }
        fields.remove(MAGIC.split(" ")[0]);
        return parts(announced, bytes, headEnd + 2).map(parts -> new Parcel(fields, parts));
    }

    /** Empty unless the parts are exactly what follows the head. */
    private static Optional<List<Part>> parts(List<String[]> announced, byte[] bytes, int start) {
        long end = start
                + announced.stream()
                        .mapToLong(words -> Long.parseLong(words[3]))
                        .sum();
        if (end != bytes.length) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        int offset = start;
        for (String[] words : announced) {
            int next = offset + Integer.parseInt(words[3]);
            parts.add(new Part(words[1], words[2], Arrays.copyOfRange(bytes, offset, next)));
            offset = next;
        }
        return Optional.of(parts);
    }

    /** Where the empty line is, or -1 if these bytes do not begin like a parcel. */
    private static int headEnd(byte[] bytes) {
        int length = Math.min(bytes.length, MOST_HEAD_BYTES);
        String start = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return start.startsWith(MAGIC + "\n") ? start.indexOf("\n\n") : -1;
    }
}
