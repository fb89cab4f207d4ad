package asyfleet.lab.attack;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The attacks by single requests of HTTP. */
final class HttpAttacks {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final String HOST = "Host: localhost\r\n";
    private static final String CLOSE = "Connection: close\r\n";
    private static final String RENDER = "POST /api/render HTTP/1.1\r\n";
    private static final String SMUGGLED = "GET /healthz HTTP/1.1\r\n" + HOST + "\r\n";

    private HttpAttacks() {}

    /** Requests whose end two servers may see in different places: a second request could hide in the first. */
    static List<FleetAttack> smuggling() {
        String chunked = "Transfer-Encoding: chunked\r\n";
        return List.of(
                framing("a length and chunks", HOST + "Content-Length: 5\r\n" + chunked + "\r\n0\r\n\r\n" + SMUGGLED),
                framing(
                        "chunks that are also identity",
                        HOST + chunked + "Transfer-Encoding: identity\r\n\r\n0\r\n\r\n" + SMUGGLED),
                framing(
                        "chunks under a name with a blank",
                        HOST + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + SMUGGLED),
                framing("chunks under an odd name", HOST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SMUGGLED),
                framing("two lengths", HOST + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab" + SMUGGLED),
                framing("two lengths in a list", HOST + "Content-Length: 1, 2\r\n\r\nab" + SMUGGLED),
                framing("a length with a sign", HOST + "Content-Length: +1\r\n\r\na" + SMUGGLED),
                framing("a length beyond all numbers", HOST + "Content-Length: 99999999999999999999\r\n\r\na"),
                framing("a chunk of no size", HOST + chunked + "\r\nzz\r\na\r\n0\r\n\r\n" + SMUGGLED),
                framing("a chunk longer than it says", HOST + chunked + "\r\n1\r\nabc\r\n0\r\n\r\n" + SMUGGLED),
                framing("a chunk beyond all numbers", HOST + chunked + "\r\nfffffffffffffffff\r\na"),
                framing("a line that ends with a bare line feed", HOST + "X: y\nContent-Length: 0\r\n\r\n" + SMUGGLED),
                framing("a NUL in a header", HOST + "X: a\0b\r\nContent-Length: 0\r\n\r\n" + SMUGGLED),
                framing("no host", "Content-Length: 0\r\n\r\n" + SMUGGLED),
                framing("two hosts", HOST + "Host: other\r\nContent-Length: 0\r\n\r\n" + SMUGGLED));
    }

    static List<FleetAttack> bombs() {
        return List.of(
                request("a head of 1 MB", RENDER + HOST + "X: " + "a".repeat(1 << 20) + "\r\n\r\n", 431, 400),
                request("10000 headers", RENDER + HOST + "X: y\r\n".repeat(10_000) + "\r\n", 431, 400),
                request(
                        "a path of 1 MB",
                        "GET /" + "a".repeat(1 << 20) + " HTTP/1.1\r\n" + HOST + "\r\n",
                        414,
                        431,
                        400),
                request("a body of 1 TB, announced", RENDER + HOST + "Content-Length: 1099511627776\r\n\r\n", 413),
                request(
                        "a body without end, in chunks",
                        RENDER + HOST + "Transfer-Encoding: chunked\r\n\r\n"
                                + ("10000\r\n" + "a".repeat(1 << 16) + "\r\n").repeat(200),
                        413),
                request(
                        "a compressed body",
                        body("Content-Encoding: gzip\r\n", "\u001f\u008b" + "\0".repeat(100)),
                        415),
                json("arrays 100000 deep", "[".repeat(100_000), 400),
                json("objects 100000 deep", "{\"files\":".repeat(100_000), 400),
                json(
                        "a number of 1 MB",
                        "{\"files\":{\"a.asy\":\"\"},\"options\":{\"timeout\":" + "9".repeat(1 << 20) + "}}",
                        400),
                json("100000 fields", "{" + fields(100_000) + "}", 400, 413),
                json("10000 files", "{\"files\":{" + fields(10_000) + "}}", 400, 413),
                json("a surrogate without its half", "{\"files\":{\"\\ud800.asy\":\"\"}}", 400),
                request(
                        "10000 parts",
                        body(
                                "Content-Type: multipart/form-data; boundary=b\r\n",
                                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.asy\"\r\n\r\n\r\n"
                                                .repeat(10_000)
                                        + "--b--"),
                        400,
                        413));
    }

    static List<FleetAttack> trespassing() {
        String empty = "Content-Length: 17\r\n" + CLOSE + "\r\ndraw(unitcircle);";
        return List.of(
                request(
                        "a foreign host, as after DNS rebinding",
                        RENDER + "Host: evil.example\r\nOrigin: http://evil.example\r\n" + empty,
                        421),
                request("a foreign host for a WebSocket", WebSocketAttacks.handshake("evil.example", ""), 421),
                request("a page of a foreign origin", RENDER + HOST + "Origin: https://evil.example\r\n" + empty, 403),
                request("a page of no origin", RENDER + HOST + "Origin: null\r\n" + empty, 403),
                request(
                        "a WebSocket of a foreign origin",
                        WebSocketAttacks.handshake("localhost", "Origin: https://evil.example\r\n"),
                        403),
                request(
                        "a path out of the server",
                        "GET /../../etc/passwd HTTP/1.1\r\n" + HOST + CLOSE + "\r\n",
                        400,
                        404),
                request(
                        "a path out of the server, encoded",
                        "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + CLOSE + "\r\n",
                        400,
                        404),
                request(
                        "a request for another server",
                        "GET http://evil.example/ HTTP/1.1\r\n" + HOST + CLOSE + "\r\n",
                        400,
                        404,
                        421),
                request("a tunnel", "CONNECT 127.0.0.1:6379 HTTP/1.1\r\n" + HOST + CLOSE + "\r\n", 400, 405, 501),
                request("a trace", "TRACE / HTTP/1.1\r\n" + HOST + CLOSE + "\r\n", 405, 501),
                request("a file name out of the directory", jsonBody("{\"files\":{\"../a.asy\":\"\"}}"), 400),
                request(
                        "a webhook on this machine",
                        "POST /api/tasks?webhook=http://127.0.0.1:6379/ HTTP/1.1\r\n" + HOST + empty,
                        400),
                request("another program's protocol", "*1\r\n$4\r\nPING\r\n", 400));
    }

    private static FleetAttack framing(String name, String rest) {
        return request(name, RENDER + rest, 400, 501);
    }

    private static FleetAttack json(String name, String json, int... statuses) {
        return request("JSON: " + name, jsonBody(json), statuses);
    }

    private static String jsonBody(String json) {
        return body("Content-Type: application/json\r\n", json);
    }

    private static String body(String headers, String body) {
        return RENDER + HOST + CLOSE + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"f" + i + ".asy\":\"\"")
                .collect(Collectors.joining(","));
    }

    /** Whatever it is, it gets one answer, and the connection ends. */
    private static FleetAttack request(String name, String request, int... statuses) {
        String expected = Arrays.stream(statuses).mapToObj(String::valueOf).collect(Collectors.joining(" or "));
        return new FleetAttack(name, expected + ", and the connection ends", fleet -> {
            try (RawConnection connection = RawConnection.open(fleet)) {
                connection.sendWhatItTakes(request.getBytes(StandardCharsets.ISO_8859_1));
                RawConnection.Received answer = connection.readToEnd(ANSWER_LIMIT);
                boolean right = Arrays.stream(statuses).anyMatch(status -> status == answer.status());
                return new Seen(
                        right && answer.answers() == 1 && answer.hungUp(),
                        "status %d%s%s"
                                .formatted(
                                        answer.status(),
                                        answer.answers() == 1 ? "" : " and " + answer.answers() + " answers",
                                        answer.hungUp() ? "" : ", connection open"));
            }
        });
    }
}
