package asyfleet.queueserver.dropin;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.Format;
import asyfleet.queueserver.render.RenderRules;
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
 * @param settings statements that have the same effect as the other options
 */
record AsyQuery(Optional<Format> format, List<String> settings) {

    private static final String FLAG = "flag";

    /** Parameters of every door. */
    private static final Set<String> OWN = Set.of("session", "cache", "token");

    static AsyQuery read(Request request) {
        Optional<Format> format = Optional.empty();
        List<String> settings = new ArrayList<>();
        for (var parameter : request.target().query().entrySet()) {
            String name = parameter.getKey();
            List<String> values = parameter.getValue();
            String last = values.get(values.size() - 1);
            if (name.equals("f") || name.equals("outformat")) {
                format = Optional.of(RenderRules.format(name, last));
            } else if (name.equals(FLAG)) {
                values.forEach(flag -> AsyOption.statement(flag, "").ifPresent(settings::add));
            } else if (!OWN.contains(name)) {
                AsyOption.statement(name, last).ifPresent(settings::add);
            }
        }
        return new AsyQuery(format, List.copyOf(settings));
    }

    /** The source with the settings before it, on its first line, so that lines keep their numbers. */
    byte[] applied(byte[] source) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        settings.forEach(statement -> all.writeBytes((statement + " ").getBytes(StandardCharsets.UTF_8)));
        all.writeBytes(source);
        return all.toByteArray();
    }
}
