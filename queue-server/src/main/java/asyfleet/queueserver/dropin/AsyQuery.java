package asyfleet.queueserver.dropin;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.SourceWrapper;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.TaskRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The query of a client of the public Asymptote server: options of {@code asy}, {@code ?name=value} or
 * {@code ?flag=name}. That server passes on whatever it gets. Here some options are known, and the others are refused by
 * name: an option that is ignored gives a picture that nobody asked for.
 *
 * @param format the last one that is named, as {@code f} or {@code outformat}
 * @param render pixels per point, if that is said
 * @param settings statements that have the same effect as the other options
 */
record AsyQuery(Optional<Format> format, Optional<Integer> render, List<String> settings) {

    /** Parameters of every door. */
    private static final Set<String> OWN = Set.of("session", "cache", "token");

    static AsyQuery read(Request request) {
        Optional<Format> format = Optional.empty();
        Optional<Integer> render = Optional.empty();
        List<String> settings = new ArrayList<>();
        for (var parameter : request.target().query().entrySet()) {
            String name = parameter.getKey();
            List<String> values = parameter.getValue();
            String last = values.get(values.size() - 1);
            switch (name) {
                case "f", "outformat" -> format = Optional.of(RenderRules.format(name, last));
                case "render" -> render = AsyOption.render(last);
                case "flag" ->
                    values.forEach(flag -> AsyOption.statement(flag, "").ifPresent(settings::add));
                default -> {
                    if (!OWN.contains(name)) {
                        AsyOption.statement(name, last).ifPresent(settings::add);
                    }
                }
            }
        }
        return new AsyQuery(format, render, List.copyOf(settings));
    }

    /** The task for a source. The scale of a PNG is an option of tasks; the rest stands before the source. */
    TaskRequest task(byte[] source, Format drawn, RenderRules rules, Request request) {
        List<String> statements = new ArrayList<>(settings);
        Integer dpi = null;
        if (render.isPresent() && drawn == Format.PNG && render.get() > 0) {
            dpi = render.get() * PictureOptions.DPI_OF_SCALE;
        } else {
            render.ifPresent(pixels -> statements.add("settings.render=" + pixels + ";"));
        }
        PictureOptions picture = new PictureOptions(null, dpi, null, null);
        return rules.task(applied(statements, source), drawn, picture, request);
    }

    /**
     * The source with the statements before it, on its first line, so that lines keep their numbers. The marks around a
     * copied figure are known only at its beginning, so they are taken off here.
     */
    private static byte[] applied(List<String> statements, byte[] source) {
        if (statements.isEmpty()) {
            return source;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        statements.forEach(statement -> all.writeBytes((statement + " ").getBytes(StandardCharsets.UTF_8)));
        all.writeBytes(SourceWrapper.removedFrom(source));
        return all.toByteArray();
    }
}
