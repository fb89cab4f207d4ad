package asyfleet.net.route;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.fuzz.FuzzTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Any target is a path or an {@link IllegalArgumentException}, and a path that is written again is the same. */
class RawPathFuzzTest extends FuzzTest {

    @Override
    protected void check(byte[] input) {
        RawPath path;
        try {
            path = RawPath.of(new String(input, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException broken) {
            return;
        }
        assertEquals(path, RawPath.of(written(path)));
    }

    private static String written(RawPath path) {
        return path.segments().stream()
                .map(segment -> "/" + URLEncoder.encode(segment, StandardCharsets.UTF_8))
                .map(segment -> segment.replace("+", "%20"))
                .collect(Collectors.joining());
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "/asymptote/svg/eNpLSy1R?x=1#y",
                "/a+b%2Fc%20d/%C3%BC//",
                "http://host:80/a/b",
                "http://host",
                "*",
                "",
                "/%",
                "/%zz/%e2%82");
    }
}
