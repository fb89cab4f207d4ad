package asyfleet.queueserver.render;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.FileNames;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.submission.Door;
import asyfleet.queueserver.submission.TaskRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What an HTTP client may ask for, checked value by value: a mistake is a 400 that names it, the value and what was
 * expected.
 *
 * @param timeoutsMillis the timeouts a task may ask for, shortest first
 */
public record RenderRules(List<Integer> timeoutsMillis, TaskLimits limits) {

    private static final int LONGEST_LIST = 500;

    public TaskRequest task(Map<String, byte[]> files, String main, TaskOptions options, Request request) {
        if (files.isEmpty()) {
            throw noFiles();
        }
        if (!files.containsKey(main)) {
            throw HttpError.badRequest("main is " + Excerpt.of(main) + "; expected one of the files "
                    + Excerpt.line(String.join(", ", files.keySet()), LONGEST_LIST));
        }
        checkFiles(files, main);
        return new TaskRequest(files, main, options, priority(request));
    }

    private void checkFiles(Map<String, byte[]> files, String main) {
        TaskLimits.Files allowed = limits.files();
        if (files.size() > allowed.maxFiles()) {
            throw tooLarge(files.size() + " files; expected at most " + allowed.maxFiles());
        }
        long total = 0;
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            checkName(file.getKey(), file.getKey().equals(main));
            int size = file.getValue().length;
            if (size > allowed.maxFileBytes()) {
                throw tooLarge(Excerpt.of(file.getKey()) + " has " + size + " bytes; expected at most "
                        + allowed.maxFileBytes());
            }
            total += size;
        }
        if (total > allowed.maxTotalBytes()) {
            throw tooLarge("the files have " + total + " bytes together; expected at most " + allowed.maxTotalBytes());
        }
    }

    private void checkName(String name, boolean main) {
        try {
            FileNames.check(name, main, limits.files());
        } catch (ProtocolException e) {
            throw HttpError.badRequest(e.getMessage());
        }
    }

    static HttpError noFiles() {
        return HttpError.badRequest("no files; expected Asymptote source");
    }

    private static HttpError tooLarge(String message) {
        return new HttpError(413, "TOO_LARGE", message);
    }

    /** A client may ask to be less urgent than its door, never more. */
    private static int priority(Request request) {
        String asked = request.header("X-Priority").orElse("");
        if (asked.isEmpty()) {
            return Door.HTTP.priority();
        }
        if (asked.equalsIgnoreCase("batch")) {
            return Door.BATCH.priority();
        }
        throw HttpError.badRequest("X-Priority is " + Excerpt.of(asked) + "; expected batch or nothing");
    }

    public Format format(String name) {
        return Format.ofWire(name)
                .orElseThrow(
                        () -> HttpError.badRequest("format is " + Excerpt.of(name) + "; expected svg, pdf or png"));
    }

    StderrMode stderr(String name) {
        return StderrMode.ofWire(name)
                .orElseThrow(
                        () -> HttpError.badRequest("stderr is " + Excerpt.of(name) + "; expected stdout or separate"));
    }

    Integer timeout(String text) {
        return timeoutsMillis.stream()
                .filter(millis -> millis.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> HttpError.badRequest("timeout is " + Excerpt.of(text) + "; expected one of "
                        + timeoutsMillis.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }

    /** What the values of options in JSON may be beyond their types. */
    void check(ClientMessage.Options asked) {
        if (asked.timeoutMillis() != null) {
            timeout(asked.timeoutMillis().toString());
        }
        if (Boolean.TRUE.equals(asked.interactive())) {
            throw HttpError.badRequest("interactive is true; expected false, for a shell needs a WebSocket: /asy");
        }
    }

    int verbosity(String text) {
        if (!text.matches("[0-3]")) {
            throw HttpError.badRequest("verbosity is " + Excerpt.of(text) + "; expected 0, 1, 2 or 3");
        }
        return Integer.parseInt(text);
    }

    /** Options from the query: {@code ?format=&timeout=&stderr=&verbosity=}. */
    TaskOptions options(Request request) {
        return new TaskOptions(
                false,
                request.query("timeout").map(this::timeout).orElse(null),
                request.query("format").map(this::format).orElse(Format.SVG),
                request.query("stderr").map(this::stderr).orElse(StderrMode.STDOUT),
                request.query("verbosity").map(this::verbosity).orElse(0));
    }
}
