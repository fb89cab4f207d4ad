package asyfleet.queueserver.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.fuzz.FuzzTest;
import asyfleet.fuzz.HeaderLines;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Target;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Any headers give a caller whose name is short and printable. A peer that is not trusted cannot choose its name. Nobody
 * gets in with headers that do not hold the token; who does not get in is told 401.
 */
class CallersFuzzTest extends FuzzTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final ApiTokens TOKENS = new ApiTokens(Optional.of(Map.of("build", new Secret(TOKEN))));
    private static final Callers CALLERS = new Callers(
            new ApiTokens(Optional.empty()), List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("::1")));

    @Override
    protected void check(byte[] input) {
        Headers headers = HeaderLines.of(input);
        assertEquals("192.0.2.1", CALLERS.of(request("192.0.2.1", headers)).name());
        for (String peer : List.of("10.0.0.1", "::1", "127.0.0.1")) {
            String name = CALLERS.of(request(peer, headers)).name();
            assertTrue(name.matches("[ -~]{1,100}"), name);
        }
        checkToken(request("192.0.2.1", headers));
    }

    private static void checkToken(Request request) {
        try {
            TOKENS.check(request);
            String lines = request.headers().lines().toString();
            assertTrue(lines.contains(TOKEN) || lines.contains("MDEyMzQ1Njc4OWFiY2Rl"), lines);
        } catch (HttpError refusal) {
            assertEquals(401, refusal.status());
        }
    }

    private static Request request(String address, Headers headers) {
        Peer peer = new Peer(new InetSocketAddress(address, 1), false, new CompletableFuture<>());
        return new Request(new Target(Method.GET, "/", Map.of(), Map.of()), headers, new byte[0], peer);
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "X-Forwarded-For: 127.0.0.1, 192.0.2.7:80\nX-Forwarded-For: 10.0.0.2",
                "X-Forwarded-For: [2001:db8::1]:443, ::ffff:10.0.0.1, fe80::1%eth0",
                "Forwarded: for=192.0.2.7;proto=http, For=\"[2001:db8::1]:443\"",
                "Forwarded: by=x;for=unknown, for=_hidden",
                "Authorization: Bearer " + TOKEN,
                "Sec-WebSocket-Protocol: asy, bearer.MDEyMzQ1Njc4OWFiY2RlZg",
                "Sec-WebSocket-Protocol: bearer.%%%\nAuthorization: bearer x");
    }
}
