package asyfleet.queueserver.tasks.batch;

import asyfleet.net.http.BodySink;
import asyfleet.queueserver.task.Owner;
import asyfleet.redis.apitask.ApiBatches;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;

/**
 * The zip of a batch: all images, and {@code failures.csv}. Reads one image after the other from Redis, as fast as the
 * client takes them, so it holds one at a time. Stops when the client leaves. Confined to its owner thread.
 */
final class BatchArchive {

    static final String TABLE = "failures.csv";
    private static final List<String> COLUMNS =
            List.of("figure", "code", "file", "line", "column", "summary", "hint", "error");
    private static final Duration SLOW_CLIENT = Duration.ofMillis(100);

    /** A larger image is stored as it is: to compress it would hold up the thread. */
    private static final int LARGEST_COMPRESSED = 256 << 10;

    private final String id;
    private final ApiBatches batches;
    private final Owner owner;
    private final BodySink sink;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8);
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Set<String> names = new HashSet<>();
    private boolean abandoned;

    private record Entry(int figure, int image, String file) {}

    BatchArchive(String id, ApiBatches batches, Owner owner, BodySink sink) {
        this.id = id;
        this.batches = batches;
        this.owner = owner;
        this.sink = sink;
    }

    /** @param ends of all figures; those without one were never rendered */
    void send(List<String> figures, List<Optional<byte[]>> ends) {
        sink.whenAbandoned(() -> owner.execute(() -> abandoned = true));
        owner.execute(() -> {
            StringBuilder table = new StringBuilder(row(COLUMNS.stream()));
            for (int number = 1; number <= figures.size(); number++) {
                Optional<JsonNode> end = ends.get(number - 1).map(FigureReport::read);
                String failure = end.map(BatchArchive::failure)
                        .orElse(row(Stream.of(
                                figures.get(number - 1), "ABORTED", "", "", "", "the batch was aborted", "", "")));
                table.append(failure);
                note(number, end);
            }
            add(TABLE, table.toString().getBytes(StandardCharsets.UTF_8));
            next();
        });
    }

    private void note(int number, Optional<JsonNode> end) {
        int image = 0;
        for (JsonNode entry : end.map(json -> json.path("images").values()).orElse(List.of())) {
            entries.add(new Entry(number, ++image, entry.path("file").asString()));
        }
    }

    /** Empty for a figure that was rendered. */
    private static String failure(JsonNode end) {
        return end.path("state").asString().equals("succeeded")
                ? ""
                : row(COLUMNS.stream().map(column -> end.path(column).asString("")));
    }

    /** As RFC 4180 has it; a cell that a spreadsheet would take for a formula gets an apostrophe. */
    private static String row(Stream<String> cells) {
        return cells.map(cell -> cell.matches("(?s)[=+@-].*") ? "'" + cell : cell)
                .map(cell -> cell.matches("(?s).*[\",\r\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell)
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    private void next() {
        if (abandoned) {
            return;
        }
        if (!sink.keepsUp()) {
            owner.after(SLOW_CLIENT, this::next);
            return;
        }
        Entry entry = entries.poll();
        if (entry == null) {
            finish();
            return;
        }
        batches.image(id, entry.figure, entry.image)
                .whenComplete((image, failure) -> owner.execute(() -> got(entry, image, failure)));
    }

    private void got(Entry entry, Optional<byte[]> image, Throwable failure) {
        if (failure != null || image.isEmpty()) {
            sink.end(); // without its directory the zip is seen to be broken
            return;
        }
        if (add(unique(entry.file), image.get())) {
            next();
        }
    }

    /** The second image of {@code a} and the first of {@code a-2} have the same name. */
    private String unique(String file) {
        String name = file;
        while (!names.add(name)) {
            name = name.replaceFirst("(\\.[a-z]+)$", "_$1");
        }
        return name;
    }

    /** Whether the client still listens. */
    private boolean add(String name, byte[] contents) {
        try {
            ZipEntry entry = new ZipEntry(name);
            if (contents.length > LARGEST_COMPRESSED) {
                CRC32 sum = new CRC32();
                sum.update(contents);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(contents.length);
                entry.setCrc(sum.getValue());
            }
            zip.putNextEntry(entry);
            zip.write(contents);
            zip.closeEntry();
            return flush();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }

    private boolean flush() {
        boolean accepted = sink.write(bytes.toByteArray());
        bytes.reset();
        return accepted;
    }

    private void finish() {
        try {
            zip.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        flush();
        sink.end();
    }
}
