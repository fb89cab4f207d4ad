package asyfleet.queueserver.tasks.batch;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.codec.FieldKind;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The reader of the body of {@code POST /api/batch}: JSON with a list of figures, or a zip of sources. Files and options
 * beside the list are those of all figures; what a figure says itself wins. One mistake refuses the whole batch.
 */
final class BatchBody {

    private static final List<String> PARAMETERS = parameters();
    private static final FieldKind<List<Fields>> FIGURES =
            new FieldKind<>("an array of objects, one for each figure", BatchBody::objects);

    private final RenderRules rules;
    private final int mostFigures;

    BatchBody(RenderRules rules, int mostFigures) {
        this.rules = rules;
        this.mostFigures = mostFigures;
    }

    private static List<String> parameters() {
        List<String> names = new ArrayList<>(RenderRules.OPTIONS);
        names.addAll(List.of("cache", "token"));
        return names;
    }

    private static Optional<List<Fields>> objects(JsonNode node) {
        List<Fields> all = IntStream.range(0, node.isArray() ? node.size() : 0)
                .mapToObj(i -> FieldKind.object("figures[" + i + "]", "an object")
                        .reader()
                        .apply(node.get(i)))
                .flatMap(Optional::stream)
                .toList();
        return node.isArray() && all.size() == node.size() ? Optional.of(all) : Optional.empty();
    }

    /** Takes long for a large body: not for an event loop. */
    Batch read(Request request, TaskTerms terms) {
        RenderRules.checkQuery(request, PARAMETERS);
        List<Batch.BatchFigure> figures =
                switch (RenderBody.contentType(request)) {
                    case "application/json" -> RenderRules.strictly(() -> readJson(request));
                    case "application/zip" -> readZip(request);
                    default ->
                        throw HttpError.badRequest("Content-Type is "
                                + Excerpt.of(request.header("Content-Type").orElse("missing"))
                                + "; expected application/json or application/zip");
                };
        return Batch.checked(figures, terms);
    }

    private List<Batch.BatchFigure> readJson(Request request) {
        Fields body = RenderBody.body(request);
        List<Fields> figures = body.required("figures", FIGURES);
        Fields shared = body.optional("files", RenderBody.FILES);
        TaskOptions options = with(RenderRules.options(request), body.optional("options", RenderBody.OPTIONS));
        body.refuseOthers();
        checkNumber(figures.size());
        Map<String, byte[]> files = shared == null ? Map.of() : RenderBody.files(shared);
        return figures.stream()
                .map(figure -> figure(figure, files, options, request))
                .toList();
    }

    private Batch.BatchFigure figure(Fields figure, Map<String, byte[]> shared, TaskOptions common, Request request) {
        Map<String, byte[]> files = new HashMap<>(shared);
        Optional.ofNullable(figure.optional("files", RenderBody.FILES))
                .map(RenderBody::files)
                .ifPresent(files::putAll);
        Optional<String> main = Optional.ofNullable(figure.optional("main", FieldKind.TEXT));
        Optional<String> name = Optional.ofNullable(figure.optional("name", FieldKind.TEXT));
        TaskOptions options = with(common, figure.optional("options", RenderBody.OPTIONS));
        figure.refuseOthers();
        return figure(name, files, main, options, request);
    }

    private Batch.BatchFigure figure(
            Optional<String> name,
            Map<String, byte[]> files,
            Optional<String> main,
            TaskOptions options,
            Request request) {
        try {
            TaskRequest asked = rules.task(files, main, options, request);
            return Batch.BatchFigure.of(name.orElseGet(() -> withoutExtension(asked.main())), asked);
        } catch (HttpError mistake) {
            String which = name.or(() -> main)
                    .map(given -> "figure " + Excerpt.of(given) + ": ")
                    .orElse("");
            throw new HttpError(mistake.status(), mistake.code(), which + mistake.getMessage());
        }
    }

    private List<Batch.BatchFigure> readZip(Request request) {
        TaskOptions options = RenderRules.options(request);
        ZipSources sources =
                ZipSources.read(request.body(), rules.rules().limits().files());
        List<ZipSources.Source> figures = sources.figures();
        checkNumber(figures.size());
        return figures.stream()
                .map(figure -> figure(
                        Optional.of(withoutExtension(figure.path())),
                        sources.filesOf(figure),
                        Optional.of(figure.name()),
                        options,
                        request))
                .toList();
    }

    private void checkNumber(int figures) {
        if (figures > mostFigures) {
            throw RenderRules.tooLarge("the batch has " + figures + " figures; expected at most " + mostFigures);
        }
    }

    private static TaskOptions with(TaskOptions options, Fields more) {
        Options changes = more == null ? null : OptionFields.read(more);
        return changes == null ? options : options.with(changes);
    }

    private static String withoutExtension(String file) {
        return file.endsWith(".asy") ? file.substring(0, file.length() - ".asy".length()) : file;
    }
}
