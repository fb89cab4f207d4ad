package asyfleet.net.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Header lines in order. Names compare without regard to case, and a name may occur more than once. Immutable.
 *
 * <p>Loops in place of streams: each request is looked at a dozen times, which was a tenth of all garbage of a queue server.
 */
public final class Headers {

    public static final Headers EMPTY = new Headers(List.of());

    private final List<Line> lines;

    private Headers(List<Line> lines) {
        this.lines = lines;
    }

    /** One header line, refused if it could break out of its line: a CR or LF would let a value add headers. */
    public record Line(String name, String value) {
        public Line {
            if (!isToken(name)) {
                throw new IllegalArgumentException("bad header name '" + name + "': expected a token");
            }
            if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0 || value.indexOf(0) >= 0) {
                throw new IllegalArgumentException("bad value of header " + name + ": expected a single line");
            }
        }

        private static boolean isToken(String name) {
            for (int i = 0; i < name.length(); i++) {
                if (!isTokenChar(name.charAt(i))) {
                    return false;
                }
            }
            return !name.isEmpty();
        }

        private static boolean isTokenChar(int c) {
            return c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
        }
    }

    public static Headers of(List<Line> lines) {
        return new Headers(List.copyOf(lines));
    }

    public static Headers of(String name, String value) {
        return new Headers(List.of(new Line(name, value)));
    }

    /** These headers with the line in place of all lines of that name. */
    public Headers with(String name, String value) {
        List<Line> result = new ArrayList<>(without(name).lines);
        result.add(new Line(name, value));
        return of(result);
    }

    /** These headers and one more line, beside those of the same name. */
    public Headers plus(String name, String value) {
        List<Line> result = new ArrayList<>(lines);
        result.add(new Line(name, value));
        return of(result);
    }

    public Headers without(String name) {
        return of(
                lines.stream().filter(line -> !line.name.equalsIgnoreCase(name)).toList());
    }

    public Optional<String> first(String name) {
        for (Line line : lines) {
            if (line.name.equalsIgnoreCase(name)) {
                return Optional.of(line.value);
            }
        }
        return Optional.empty();
    }

    public List<String> all(String name) {
        List<String> values = new ArrayList<>(1);
        for (Line line : lines) {
            if (line.name.equalsIgnoreCase(name)) {
                values.add(line.value);
            }
        }
        return Collections.unmodifiableList(values);
    }

    public boolean contains(String name) {
        return first(name).isPresent();
    }

    public List<Line> lines() {
        return lines;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers headers && headers.lines.equals(lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    // Names only: values may hold tokens.
    @Override
    public String toString() {
        return lines.stream().map(Line::name).toList().toString();
    }
}
