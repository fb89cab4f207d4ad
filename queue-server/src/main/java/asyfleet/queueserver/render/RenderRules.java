package asyfleet.queueserver.render;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.TooLargeException;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The rules for tasks over HTTP: those for every task, whose mistakes become 400 or 413 here, and the few that are HTTP's
 * own.
 */
public record RenderRules(TaskRules rules) {

    public static final String DEFAULT_MAIN = "main.asy";

    /** The options that a URL may have, by their names in JSON. */
    public static final List<String> OPTIONS =
            List.of("format", "timeout", "stderr", "verbosity", "formats", "scale", "dpi", "transparent", "text");

    private static final String URL = "the URL";

    /** Answers a mistake in what the client sent with the status that HTTP has for it. */
    public static <T> T strictly(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (TooLargeException e) {
            throw tooLarge(e.getMessage());
        } catch (ProtocolException e) {
            throw HttpError.badRequest(e.getMessage());
        }
    }

    public static HttpError tooLarge(String message) {
        return new HttpError(413, "TOO_LARGE", message);
    }

    /** @param main the name of the file to run; without it, it is the only file */
    public TaskRequest task(Map<String, byte[]> files, Optional<String> main, TaskOptions options, Request request) {
        if (options.interactive()) {
            throw HttpError.badRequest("interactive is true; expected false, for a shell needs a WebSocket: /asy");
        }
        String run = strictly(() -> rules.checkTask(files, main, options)).orElseThrow();
        return new TaskRequest(files, run, options, priority(request));
    }

    /** The task of a picture, without other options. */
    public TaskRequest task(
            Map<String, byte[]> files, String main, Format format, PictureOptions picture, Request request) {
        TaskOptions options = TaskOptions.DEFAULT.with(new Options(null, null, format, null, null, picture));
        return task(files, Optional.of(main), options, request);
    }

    /** The task of one source without a name. */
    public TaskRequest task(byte[] source, Format format, PictureOptions picture, Request request) {
        return task(Map.of(DEFAULT_MAIN, source), DEFAULT_MAIN, format, picture, request);
    }

    /** The limits of the files of a task. */
    public TaskLimits.Files fileLimits() {
        return rules.limits().files();
    }

    /** @param what the source, as the error names it */
    public static byte[] notEmpty(String what, byte[] source) {
        if (source.length == 0) {
            throw HttpError.badRequest(what + " is empty; expected Asymptote source");
        }
        return source;
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

    /** A format that a URL names in a parameter, or in a part of its path. */
    public static Format format(String parameter, String value) {
        return strictly(() -> Fields.ofTexts(URL, Map.of(parameter, value)).required(parameter, OptionFields.FORMAT));
    }

    /** Refuses parameters that are not known, or come twice: a misspelt option must not be an option silently ignored. */
    public static void checkQuery(Request request, List<String> parameters) {
        request.target().query().forEach((name, values) -> {
            if (!parameters.contains(name)) {
                throw HttpError.badRequest("unknown query parameter " + Excerpt.of(name) + "; expected some of "
                        + String.join(", ", parameters));
            }
            if (values.size() > 1) {
                throw HttpError.badRequest(
                        "query parameter " + name + " is there " + values.size() + " times; expected it once");
            }
        });
    }

    /** Options from the query: {@code ?format=&timeout=&stderr=&verbosity=&scale=} and so on. */
    public static TaskOptions options(Request request) {
        Map<String, String> asked = new LinkedHashMap<>();
        OPTIONS.forEach(name -> request.query(name).ifPresent(value -> asked.put(name, value)));
        return TaskOptions.DEFAULT.with(strictly(() -> OptionFields.read(Fields.ofTexts(URL, asked))));
    }
}
