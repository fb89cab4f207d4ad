package asyfleet.lab.chaos.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The history of a run as it grows: in memory for the checker, and as JSON lines in a file for people. It has a bound: a
 * run that reaches it must end ({@link #isFull}), and what comes after it is not kept.
 *
 * <p>Synchronized, because every client writes. The time is taken under the lock, so that the order of events is the order
 * of their times.
 */
public final class RunHistory implements AutoCloseable {

    /** Some hundred bytes each: enough for a day, and at most some hundred megabytes. */
    private static final int MOST_EVENTS = 1_000_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private long startedNanos = System.nanoTime();
    private final List<HistoryEvent> events = new ArrayList<>();
    private final Writer file;

    public RunHistory(Path path) {
        try {
            this.file = Files.newBufferedWriter(path, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Time counts from now on. */
    public synchronized void begin() {
        startedNanos = System.nanoTime();
    }

    /** Adds what happens now. */
    public synchronized void add(DoubleFunction<? extends HistoryEvent> event) {
        if (events.size() < MOST_EVENTS) {
            HistoryEvent added = event.apply(seconds());
            events.add(added);
            write(added);
        }
    }

    private void write(HistoryEvent event) {
        try {
            file.write(JSON.writeValueAsString(new Line(event.getClass().getSimpleName(), event)));
            file.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line of the file. */
    private record Line(String type, HistoryEvent event) {}

    /**
     * The history that a run wrote to this file.
     *
     * @throws IOException also if a line is none of ours
     */
    public static List<HistoryEvent> read(Path path) throws IOException {
        Map<String, Class<?>> types = Arrays.stream(HistoryEvent.class.getPermittedSubclasses())
                .collect(Collectors.toMap(Class::getSimpleName, type -> type));
        List<HistoryEvent> events = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            try {
                JsonNode read = JSON.readTree(line);
                String type = read.path("type").asString();
                if (!types.containsKey(type)) {
                    throw new IOException("'" + type + "' is no event of a history");
                }
                events.add((HistoryEvent) JSON.treeToValue(read.path("event"), types.get(type)));
            } catch (IOException | JacksonException e) {
                throw new IOException(path + ", line " + (events.size() + 1) + ": " + e.getMessage(), e);
            }
        }
        return events;
    }

    /** Since the start of the run. */
    public synchronized double seconds() {
        return (System.nanoTime() - startedNanos) / 1e9;
    }

    /** A copy of all until now. */
    public synchronized List<HistoryEvent> events() {
        return List.copyOf(events);
    }

    public synchronized boolean isFull() {
        return events.size() >= MOST_EVENTS;
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
