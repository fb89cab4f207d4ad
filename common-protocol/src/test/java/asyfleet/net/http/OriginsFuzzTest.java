package asyfleet.net.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fuzz.FuzzTest;
import asyfleet.fuzz.HeaderLines;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Any headers are let in, or refused with 403 or 421. A page that is refused with 403 may not read the answer. On a
 * loopback bind nothing is let in whose {@code Host} is a name that can be made to lead here.
 */
class OriginsFuzzTest extends FuzzTest {

    private static final Pattern FOREIGN = Pattern.compile("(?i).*evil[.]?(:[0-9]*)?");
    private static final Origins LOCAL =
            Origins.of(Set.of("https://good.example"), HostNames.of(Set.of(), "::1"), "::1");
    private static final Origins PUBLIC = Origins.of(Set.of("https://good.example"), HostNames.ANY, "0.0.0.0");

    @Override
    protected void check(byte[] input) {
        Headers headers = HeaderLines.of(input);
        String host = headers.first("Host").orElse("");
        assertFalse(status(LOCAL, headers) == 200 && FOREIGN.matcher(host).matches(), host);
        for (Origins origins : List.of(LOCAL, PUBLIC)) {
            Response shown = origins.shown(Response.json(200, Map.of()).with("Allow", "GET"), headers);
            assertFalse(status(origins, headers) == 403 && shown.headers().contains("Access-Control-Allow-Origin"));
        }
    }

    /** 200 if the headers are let in. */
    private static int status(Origins origins, Headers headers) {
        try {
            origins.check(headers);
            return 200;
        } catch (HttpError refusal) {
            assertTrue(refusal.status() == 403 || refusal.status() == 421, refusal.getMessage());
            return refusal.status();
        }
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "Host: localhost:8080\nOrigin: http://localhost:8080",
                "Host: evil:8080\nOrigin: http://evil:8080",
                "Host: [::1]:8080\nOrigin: https://good.example\nAccess-Control-Request-Method: POST",
                "Host: 127.0.0.1:80\nOrigin: http://127.0.0.1",
                "Host: a.localhost.\nOrigin: null",
                "Origin: x://\nHost: ",
                "Host: evil.localhost.:80:443");
    }
}
