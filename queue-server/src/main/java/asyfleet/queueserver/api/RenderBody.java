package asyfleet.queueserver.api;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.submission.TaskRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the task that the body of a request asks for, in the form that its content type names: JSON with several files,
 * a multipart form, or, whatever else it says it is, one source.
 */
public final class RenderBody {

    static final String DEFAULT_MAIN = "main.asy";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Set<String> FIELDS = Set.of("files", "main", "options");
    private static final Set<String> OPTIONS = Set.of("format", "timeout", "stderr", "verbosity");

    private final RenderRules rules;
    private final Set<String> fields;

    RenderBody(RenderRules rules) {
        this(rules, Set.of());
    }

    /** @param more fields that a JSON body may have beside those of a task */
    public RenderBody(RenderRules rules, Set<String> more) {
        this.rules = rules;
        this.fields = new HashSet<>(FIELDS);
        fields.addAll(more);
    }

    /** A field of a JSON body, else the query parameter of that name. */
    public Optional<String> field(Request request, String name) {
        if (contentType(request).equals("application/json")) {
            JsonNode body = parse(request);
            if (body.has(name)) {
                return Optional.of(text(body, name));
            }
        }
        return request.query(name);
    }

    public TaskRequest read(Request request) {
        String type = contentType(request);
        if (type.equals("application/json")) {
            return readJson(request);
        }
        if (type.equals("multipart/form-data")) {
            Map<String, byte[]> files = MultipartFiles.read(request);
            String main = request.query("main")
                    .orElseGet(() -> onlyFile(files.keySet().stream().toList()));
            return rules.task(files, main, rules.options(request), request);
        }
        if (request.body().length == 0) {
            throw HttpError.badRequest("the body is empty; expected Asymptote source");
        }
        return rules.task(Map.of(DEFAULT_MAIN, request.body()), DEFAULT_MAIN, rules.options(request), request);
    }

    static String contentType(Request request) {
        String header = request.header("Content-Type").orElse("");
        return header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    static JsonNode parse(Request request) {
        try {
            JsonNode body = JSON.readTree(request.body());
            if (body == null || !body.isObject()) {
                throw HttpError.badRequest("the body is not a JSON object");
            }
            return body;
        } catch (JacksonException e) {
            throw HttpError.badRequest("the body is not JSON: " + e.getOriginalMessage());
        }
    }

    private TaskRequest readJson(Request request) {
        JsonNode body = parse(request);
        rejectUnknown(body, fields, "the body");
        Map<String, byte[]> files = files(body.path("files"));
        String main = body.has("main") ? text(body, "main") : onlyFile(List.copyOf(files.keySet()));
        return rules.task(files, main, options(body.path("options"), request), request);
    }

    private static Map<String, byte[]> files(JsonNode node) {
        if (!node.isObject()) {
            throw HttpError.badRequest("files is missing; expected an object of file names and their contents");
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : node.propertyNames()) {
            files.put(name, text(node, name).getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }

    /** Options in the body win over those of the query. */
    private TaskOptions options(JsonNode node, Request request) {
        TaskOptions query = rules.options(request);
        if (node.isMissingNode()) {
            return query;
        }
        rejectUnknown(node, OPTIONS, "options");
        return new TaskOptions(
                false,
                node.has("timeout") ? rules.timeout(node.path("timeout").asString()) : query.timeoutMillis(),
                node.has("format") ? rules.format(text(node, "format")) : query.format(),
                node.has("stderr") ? rules.stderr(text(node, "stderr")) : query.stderr(),
                node.has("verbosity") ? rules.verbosity(node.path("verbosity").asString()) : query.verbosity());
    }

    private static String onlyFile(List<String> names) {
        if (names.size() != 1) {
            throw HttpError.badRequest(
                    "main is missing and there are " + names.size() + " files; expected main to name the file to run");
        }
        return names.get(0);
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        if (!value.isString()) {
            throw HttpError.badRequest(
                    field + " is " + value.getNodeType().name().toLowerCase(Locale.ROOT) + "; expected a string");
        }
        return value.asString();
    }

    private static void rejectUnknown(JsonNode node, Set<String> known, String where) {
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                throw HttpError.badRequest("unknown field '" + name + "' in " + where + "; expected some of "
                        + known.stream().sorted().toList());
            }
        }
    }
}
