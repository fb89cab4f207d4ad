package asyfleet.queueserver.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.config.StartFailure;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
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
        "10.0.0.1, 198.51.100.1:4711, 198.51.100.1",
        "10.0.0.1, '[2001:db8::1]:4711', 2001:db8::/64",
        "10.0.0.1, '[2001:db8::1]', 2001:db8::/64",
        "10.0.0.1, '198.51.100.1, 10.0.0.2:80', 198.51.100.1",
        "10.0.0.1, nonsense, unnamed behind 10.0.0.1",
        "10.0.0.1, '198.51.100.1, unknown, 10.0.0.2', unnamed behind 10.0.0.2",
        "10.0.0.1, 2001:db8::1, 2001:db8::/64",
    })
    void aCallerIsTheNearestHopThatIsNoTrustedProxy(String peer, String forwarded, String caller) {
        Callers callers = new Callers(NO_TOKENS, List.of(AddressRange.parse("10.0.0.0/8")));

        assertEquals(new Caller(caller, true), callers.of(request(peer, "X-Forwarded-For", forwarded)));
    }

    @ParameterizedTest
    @CsvSource({
        "for=198.51.100.1, 198.51.100.1",
        "'for=6.6.6.6, For=\"198.51.100.1:4711\";proto=https', 198.51.100.1",
        "'proto=https; for=\"[2001:db8::1]:4711\"', 2001:db8::/64",
        "for=_hidden, unnamed behind 10.0.0.1",
        "proto=https, unnamed behind 10.0.0.1",
    })
    void aProxyMayUseTheStandardHeaderAsWell(String forwarded, String caller) {
        Callers callers = new Callers(NO_TOKENS, List.of(AddressRange.parse("10.0.0.0/8")));

        assertEquals(new Caller(caller, true), callers.of(request("10.0.0.1", "Forwarded", forwarded)));
    }

    @Test
    void allAddressesOfAnIpV6NetworkAreOneCaller() {
        Callers callers = new Callers(NO_TOKENS, List.of());

        assertEquals(callers.of(request("2001:db8:1:2::1")), callers.of(request("2001:db8:1:2:ffff::9")));
        assertNotEquals(callers.of(request("2001:db8:1:2::1")), callers.of(request("2001:db8:1:3::1")));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, X-Forwarded-For, 203.0.113.9", "127.0.0.1, Forwarded, for=127.0.0.1", "::1, Forwarded, x"})
    void aProxyOfThisMachineThatIsNotTrustedIsOneBoundedCaller(String peer, String header, String forwarded) {
        Callers callers = new Callers(NO_TOKENS, List.of());

        Caller first = callers.of(request(peer, header, forwarded));

        assertTrue(first.bounded());
        assertEquals(first, callers.of(request(peer, header, "198.51.100.7")));
    }

    @Test
    void programsOfThisMachineAreNotBounded() {
        assertFalse(new Callers(NO_TOKENS, List.of()).of(request("127.0.0.1")).bounded());
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.9:4711", "[2001:db8::1]:4711", "unknown", "garbage", ",", "127.0.0.1.evil"})
    void nobodyBehindAProxyOfThisMachineIsUnbounded(String forwarded) {
        Callers callers = new Callers(NO_TOKENS, List.of(AddressRange.parse("127.0.0.1")));

        assertTrue(
                callers.of(request("127.0.0.1", "X-Forwarded-For", forwarded)).bounded());
    }

    @Test
    void whoeverIsLocalToAnotherMachineIsNotLocalHere() {
        Callers callers = new Callers(NO_TOKENS, List.of(AddressRange.parse("10.0.0.0/8")));

        assertTrue(
                callers.of(request("10.0.0.1", "X-Forwarded-For", "127.0.0.1")).bounded());
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

    @ParameterizedTest
    @CsvSource({"MDEyMzQ1Njc4OWFiY2RlZg, true", "MDEy, false", "!, false"})
    void aPageOffersItsTokenAsASubprotocol(String offered, boolean accepted) {
        Request request = request("127.0.0.1", "Sec-WebSocket-Protocol", "asy, bearer." + offered);

        assertEquals(accepted, TOKENS.nameOf(request).isPresent());
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

        // An empty file is what a program that rewrites it leaves for a moment.
        for (String slip : List.of("half a line with too many words\n", "", "# nobody\n")) {
            write(path, slip, 3 + slip.length());
            file.refresh(tokens);
            tokens.check(current);
        }
    }

    @Test
    void aTokenFileWithAMistakeStopsTheStartAndNamesTheLineButNoToken(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("tokens");
        write(path, "build 0123456789abcdef\ndeploy short\n", 1);

        StartFailure failure = assertThrows(StartFailure.class, () -> TokenFile.open(Optional.of(path)));
        assertTrue(failure.getMessage().contains("line 2"), failure.getMessage());
        assertFalse(failure.getMessage().contains("short"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nobody\n", "build 0123456789abcdef\nbuild fedcba9876543210\n"})
    void aTokenFileThatCannotBeMeantStopsTheStart(String text, @TempDir Path directory) throws IOException {
        Path path = directory.resolve("tokens");
        write(path, text, 1);

        assertThrows(StartFailure.class, () -> TokenFile.open(Optional.of(path)));
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
