package asyfleet.fuzz;

import asyfleet.net.http.Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Header lines written as bytes, {@code Name: value}; a line that Netty would not have let through is left out. */
public final class HeaderLines {

    private HeaderLines() {}

    public static Headers of(byte[] lines) {
        List<Headers.Line> headers = new String(lines, StandardCharsets.ISO_8859_1)
                .lines()
                .flatMap(HeaderLines::line)
                .toList();
        return Headers.of(headers);
    }

    private static Stream<Headers.Line> line(String text) {
        String[] parts = text.split(":", 2);
        try {
            return Stream.of(new Headers.Line(parts[0], parts[parts.length - 1].strip()));
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }
}
