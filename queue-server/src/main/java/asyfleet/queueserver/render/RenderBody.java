package asyfleet.queueserver.render;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.codec.FieldKind;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.submission.TaskRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads the task that the body of a request asks for, in the form that its content type names: JSON with several files,
 * a multipart form, or, whatever else it says it is, one source. What is not known, in the body or in the query, is
 * refused: a misspelt option must not be an option silently ignored.
 */
public final class RenderBody {

    public static final String DEFAULT_MAIN = "main.asy";

    private static final String MAIN = "main";
    private static final List<String> PARAMETERS =
            List.of("format", "timeout", "stderr", "verbosity", MAIN, "session", "cache", "token");
    private static final FieldKind<Fields> FILES =
            FieldKind.object("files", "an object of file names and their contents");
    private static final FieldKind<Fields> OPTIONS = FieldKind.object("options", "an object");

    private final RenderRules rules;
    private final Set<String> more;
    private final List<String> parameters;

    public RenderBody(RenderRules rules) {
        this(rules, Set.of());
    }

    /** @param more what a JSON body or the query may have beside what makes a task */
    public RenderBody(RenderRules rules, Set<String> more) {
        this.rules = rules;
        this.more = Set.copyOf(more);
        this.parameters = new ArrayList<>(PARAMETERS);
        parameters.addAll(more);
    }

    /** A field of a JSON body, else the query parameter of that name. */
    public Optional<String> field(Request request, String name) {
        Optional<String> inBody = contentType(request).equals("application/json")
                ? strictly(() -> Optional.ofNullable(body(request).optional(name, FieldKind.TEXT)))
                : Optional.empty();
        return inBody.or(() -> request.query(name));
    }

    public TaskRequest read(Request request) {
        checkQuery(request);
        String type = contentType(request);
        if (type.equals("application/json")) {
            return strictly(() -> readJson(request));
        }
        if (type.equals("multipart/form-data")) {
            Map<String, byte[]> files = MultipartFiles.read(request);
            return rules.task(files, mainOf(files, request), rules.options(request), request);
        }
        if (request.body().length == 0) {
            throw HttpError.badRequest("the body is empty; expected Asymptote source");
        }
        String main = request.query(MAIN).orElse(DEFAULT_MAIN);
        return rules.task(Map.of(main, request.body()), main, rules.options(request), request);
    }

    private void checkQuery(Request request) {
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

    public static String contentType(Request request) {
        String header = request.header("Content-Type").orElse("");
        return header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    public static Fields body(Request request) {
        return Fields.parse("the body", request.body());
    }

    /** What the readers of the task protocol refuse is a bad request here. */
    public static <T> T strictly(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ProtocolException e) {
            throw HttpError.badRequest(e.getMessage());
        }
    }

    private TaskRequest readJson(Request request) {
        Fields body = body(request);
        Map<String, byte[]> files = files(body.required("files", FILES));
        String main = body.optional(MAIN, FieldKind.TEXT);
        Fields options = body.optional("options", OPTIONS);
        more.forEach(name -> body.optional(name, FieldKind.TEXT));
        body.refuseOthers();
        return rules.task(files, main == null ? mainOf(files, request) : main, options(options, request), request);
    }

    private static Map<String, byte[]> files(Fields fields) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : fields.names()) {
            files.put(name, fields.required(name, FieldKind.SOURCE));
        }
        return files;
    }

    /** Options in the body win over those of the query. */
    private TaskOptions options(Fields fields, Request request) {
        TaskOptions query = rules.options(request);
        if (fields == null) {
            return query;
        }
        ClientMessage.Options asked = OptionFields.read(fields);
        rules.check(asked);
        return query.with(asked);
    }

    private static String mainOf(Map<String, byte[]> files, Request request) {
        return request.query(MAIN).orElseGet(() -> onlyFile(List.copyOf(files.keySet())));
    }

    private static String onlyFile(List<String> names) {
        if (names.isEmpty()) {
            throw RenderRules.noFiles();
        }
        if (names.size() > 1) {
            throw HttpError.badRequest(
                    "main is missing and there are " + names.size() + " files; expected main to name the file to run");
        }
        return names.get(0);
    }
}
