package asyfleet.net.route;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A path such as {@code /api/tasks/{id}/events}. A {@code {name}} stands for one whole segment that is not empty. */
final class PathTemplate {

    private final String text;
    private final List<Segment> segments;

    private record Segment(boolean isParam, String text) {
        static Segment of(String text) {
            boolean param = text.startsWith("{") && text.endsWith("}");
            return new Segment(param, param ? text.substring(1, text.length() - 1) : text);
        }

        boolean matches(String actual) {
            return isParam ? !actual.isEmpty() : text.equals(actual);
        }
    }

    PathTemplate(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("bad route '" + text + "': expected a path that starts with /");
        }
        this.text = text;
        this.segments =
                Arrays.stream(text.split("/", -1)).skip(1).map(Segment::of).toList();
        Set<String> names = new HashSet<>();
        segments.stream().filter(Segment::isParam).forEach(param -> {
            if (param.text.isEmpty() || !names.add(param.text)) {
                throw new IllegalArgumentException("bad route '" + text + "': expected distinct {names}");
            }
        });
    }

    /** The values of the named segments, if the path fits. */
    Optional<Map<String, String>> match(RawPath path) {
        List<String> actual = path.segments();
        if (actual.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> params = new HashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            if (!segment.matches(actual.get(i))) {
                return Optional.empty();
            }
            if (segment.isParam) {
                params.put(segment.text, actual.get(i));
            }
        }
        return Optional.of(params);
    }

    /**
     * Sorts before all templates that it must be tried before: at the first difference a literal comes before a name.
     * Two templates of the same shape have equal keys and cannot both be routes.
     */
    String precedence() {
        return segments.stream()
                .map(segment -> segment.isParam ? "/\uffff" : "/" + segment.text)
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return text;
    }
}
