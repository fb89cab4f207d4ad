package asyfleet.net.route;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A path such as {@code /api/tasks/{id}/events}. A {@code {name}} stands for one whole segment that is not empty; a
 * {@code {name...}}, which can only be the last, for all that follow, or none.
 */
final class PathTemplate {

    private final String text;
    private final List<Segment> segments;
    private final boolean rest;

    private enum Kind {
        LITERAL,
        PARAM,
        REST
    }

    private record Segment(Kind kind, String text) {

        static Segment of(String text) {
            if (!text.startsWith("{") || !text.endsWith("}")) {
                return new Segment(Kind.LITERAL, text);
            }
            return text.endsWith("...}")
                    ? new Segment(Kind.REST, text.substring(1, text.length() - 4))
                    : new Segment(Kind.PARAM, text.substring(1, text.length() - 1));
        }

        boolean isNamed() {
            return kind != Kind.LITERAL;
        }

        boolean matches(String actual) {
            return isNamed() ? !actual.isEmpty() : text.equals(actual);
        }

        String precedence() {
            return switch (kind) {
                case LITERAL -> "/" + text;
                case PARAM -> "/\uffff";
                case REST -> "/\uffff\uffff";
            };
        }
    }

    PathTemplate(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("bad route '" + text + "': expected a path that starts with /");
        }
        this.text = text;
        this.segments =
                Arrays.stream(text.split("/", -1)).skip(1).map(Segment::of).toList();
        this.rest = segments.get(segments.size() - 1).kind == Kind.REST;
        requireDistinctNames();
    }

    private void requireDistinctNames() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            if (segment.isNamed() && (segment.text.isEmpty() || !names.add(segment.text))) {
                throw new IllegalArgumentException("bad route '" + text + "': expected distinct {names}");
            }
            if (segment.kind == Kind.REST && !last) {
                throw new IllegalArgumentException("bad route '" + text + "': expected {rest...} at the end only");
            }
        }
    }

    /** The values of the named segments, if the path fits. Those of a rest are joined by slashes again. */
    Optional<Map<String, String>> match(RawPath path) {
        List<String> actual = path.segments();
        int single = rest ? segments.size() - 1 : segments.size();
        if (actual.size() < single || (actual.size() > single && !rest)) {
            return Optional.empty();
        }
        Map<String, String> params = new HashMap<>();
        for (int i = 0; i < single; i++) {
            Segment segment = segments.get(i);
            if (!segment.matches(actual.get(i))) {
                return Optional.empty();
            }
            if (segment.isNamed()) {
                params.put(segment.text, actual.get(i));
            }
        }
        if (rest) {
            params.put(segments.get(single).text, String.join("/", actual.subList(single, actual.size())));
        }
        return Optional.of(params);
    }

    /**
     * Sorts before all templates that it must be tried before: at the first difference a literal comes before a name, and
     * a name before a rest.
     * Two templates of the same shape have equal keys and cannot both be routes.
     */
    String precedence() {
        return segments.stream().map(Segment::precedence).collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return text;
    }
}
