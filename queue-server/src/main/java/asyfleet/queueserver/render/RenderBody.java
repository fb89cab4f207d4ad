package asyfleet.queueserver.render;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.codec.FieldKind;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.queueserver.task.TaskRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The reader of the task that the body of a request asks for, in the form that its content type names: JSON with
 * several files, a multipart form, or, whatever else it says it is, one source. What is not known, in the body or in
 * the query, is refused: a misspelt option must not be an option silently ignored.
 */
public final class RenderBody {

    private static final String MAIN = "main";
    private static final List<String> OTHER_PARAMETERS = List.of(MAIN, "session", "cache", "token");
    public static final FieldKind<Fields> FILES =
            FieldKind.object("files", "an object of file names and their contents");
    public static final FieldKind<Fields> OPTIONS = FieldKind.object("options", "an object");

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
        this.parameters = new ArrayList<>(RenderRules.OPTIONS);
        parameters.addAll(OTHER_PARAMETERS);
        parameters.addAll(more);
    }

    /** A field of a JSON body, else the query parameter of that name. */
    public Optional<String> field(Request request, String name) {
        Optional<String> inBody = contentType(request).equals("application/json")
                ? RenderRules.strictly(() -> Optional.ofNullable(body(request).optional(name, FieldKind.TEXT)))
                : Optional.empty();
        return inBody.or(() -> request.query(name));
    }

    public TaskRequest read(Request request) {
        RenderRules.checkQuery(request, parameters);
        String type = contentType(request);
        if (type.equals("application/json")) {
            return RenderRules.strictly(() -> readJson(request));
        }
        if (type.equals("multipart/form-data")) {
            return rules.task(
                    RenderRules.strictly(() -> MultipartFiles.read(request)),
                    request.query(MAIN),
                    RenderRules.options(request),
                    request);
        }
        byte[] source = RenderRules.notEmpty("the body", request.body());
        String main = request.query(MAIN).orElse(RenderRules.DEFAULT_MAIN);
        return rules.task(Map.of(main, source), Optional.of(main), RenderRules.options(request), request);
    }

    public static String contentType(Request request) {
        String header = request.header("Content-Type").orElse("");
        return header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    public static Fields body(Request request) {
        return Fields.parse("the body", request.body());
    }

    private TaskRequest readJson(Request request) {
        Fields body = body(request);
        Map<String, byte[]> files = files(body.required("files", FILES));
        Optional<String> main = Optional.ofNullable(body.optional(MAIN, FieldKind.TEXT));
        Fields options = body.optional("options", OPTIONS);
        more.forEach(name -> body.optional(name, FieldKind.TEXT));
        body.refuseOthers();
        return rules.task(files, main.or(() -> request.query(MAIN)), options(options, request), request);
    }

    /** Names and contents of the fields of an object. */
    public static Map<String, byte[]> files(Fields fields) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : fields.names()) {
            files.put(name, fields.required(name, FieldKind.CONTENTS));
        }
        return files;
    }

    /** Options in the body win over those of the query. */
    private static TaskOptions options(Fields fields, Request request) {
        TaskOptions query = RenderRules.options(request);
        return fields == null ? query : query.with(OptionFields.read(fields));
    }
}
