package asyfleet.queueserver.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.config.StartFailure;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.http.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {

    private static final ApiTokens NO_TOKENS = new ApiTokens(Optional.empty());
    private static final ApiTokens TOKENS = new ApiTokens(Optional.of(Map.of("build", new Secret("0123456789abcdef"))));

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, '', 203.0.113.7",
        "203.0.113.7, 198.51.100.1, 203.0.113.7", // not a trusted proxy: its word counts for nothing
        "10.0.0.1, 198.51.100.1, 198.51.100.1",
        "10.0.0.1, '6.6.6.6, 198.51.100.1', 198.51.100.1", // what the client made up stands further left
        "10.0.0.1, '198.51.100.1, 10.0.0.2', 198.51.100.1",
        "10.0.0.1, nonsense, 10.0.0.1",
        "10.0.0.1, 2001:db8::1, 2001:db8:0:0:0:0:0:1",
    })
    void aCallerIsTheNearestHopThatIsNoTrustedProxy(String peer, String forwarded, String caller) {
        Callers callers = new Callers(NO_TOKENS, List.of(AddressRange.parse("10.0.0.0/8")));

        assertEquals(new Caller(caller, true), callers.of(request(peer, "X-Forwarded-For", forwarded)));
    }

    @Test
    void programsOfThisMachineAreNotBounded() {
        assertFalse(new Callers(NO_TOKENS, List.of()).of(request("127.0.0.1")).bounded());
    }

    @Test
    void aTokenIsACallerByItsNameWhereverItComesFrom() {
        Request request = request("127.0.0.1", "Authorization", "Bearer 0123456789abcdef");

        assertEquals(new Caller("token build", true), new Callers(TOKENS, List.of()).of(request));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic 0123456789abcdef", "Bearer wrong", "Bearer "})
    void withoutATokenThatCountsARequestIsRefused(String header) {
        HttpError error =
                assertThrows(HttpError.class, () -> TOKENS.check(request("127.0.0.1", "Authorization", header)));

        assertEquals(401, error.status());
        assertFalse(error.getMessage().contains("wrong"));
    }

    @Test
    void withoutATokenFileEverybodyMayComeIn() {
        NO_TOKENS.check(request("203.0.113.7"));
    }

    @Test
    void tokensChangeWithTheirFileAndASlipChangesNothing(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("tokens");
        write(path, "# for builds\nbuild 0123456789abcdef\n", 1);
        ApiTokens tokens = TokenFile.open(Optional.of(path));
        TokenFile file = new TokenFile(path);
        Request old = request("127.0.0.1", "Authorization", "Bearer 0123456789abcdef");
        tokens.check(old);

        write(path, "build fedcba9876543210\n", 2);
        file.refresh(tokens);
        assertThrows(HttpError.class, () -> tokens.check(old));
        Request current = request("127.0.0.1", "Authorization", "bearer fedcba9876543210");
        tokens.check(current);

        write(path, "half a line with too many words\n", 3);
        file.refresh(tokens);
        tokens.check(current);
    }

    @Test
    void aTokenFileWithAMistakeStopsTheStartAndNamesTheLineButNoToken(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("tokens");
        write(path, "build short\n", 1);

        StartFailure failure = assertThrows(StartFailure.class, () -> TokenFile.open(Optional.of(path)));
        assertTrue(failure.getMessage().contains("line 1"), failure.getMessage());
        assertFalse(failure.getMessage().contains("short\n"), failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "192.0.2.129/25, 192.0.2.128, true",
        "192.0.2.129/25, 192.0.2.1, false",
        "192.0.2.1, 192.0.2.1, true",
        "0.0.0.0/0, 8.8.8.8, true",
        "2001:db8::/32, 2001:db8::5, true",
        "2001:db8::/32, 10.0.0.1, false",
    })
    void aNetworkContainsItsAddresses(String range, String address, boolean contained) throws IOException {
        assertEquals(contained, AddressRange.parse(range).contains(InetAddress.getByName(address)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"host.example", "10.0.0.0/33", "10.0.0.0/x", ""})
    void whatIsNoNetworkIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(text));
    }

    @Test
    void aPageOfAnAllowedOriginMaySeeTheAnswerAndNoOther() {
        Origins origins = new Origins(Set.of("https://a.example"));

        Response allowed = origins.allow(request("127.0.0.1", "Origin", "https://a.example"), Response.empty(200));
        Response other = origins.allow(request("127.0.0.1", "Origin", "https://b.example"), Response.empty(200));

        assertEquals(Optional.of("https://a.example"), allowed.headers().first("Access-Control-Allow-Origin"));
        assertEquals(Optional.empty(), other.headers().first("Access-Control-Allow-Origin"));
    }

    private static void write(Path path, String text, long second) throws IOException {
        Files.writeString(path, text);
        Files.setLastModifiedTime(path, FileTime.fromMillis(second * 1000));
    }

    private static Request request(String address, String... header) {
        Headers headers = header.length == 0 || header[1].isEmpty() ? Headers.EMPTY : Headers.of(header[0], header[1]);
        try {
            Peer peer = new Peer(
                    new InetSocketAddress(InetAddress.getByName(address), 1), false, new CompletableFuture<>());
            return new Request(new Target(Method.GET, "/", Map.of(), Map.of()), headers, new byte[0], peer);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
