package asyfleet.queueserver.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.RedisFixture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests of programs that others wrote, as these programs put them on the wire. Each was recorded from the program
 * itself, in the version that its name here says; only the port is another.
 */
@Tag("slow")
class RecordedClientsTest {

    private static final String FIGURE = "size(3cm);\ndraw(unitcircle);\n";

    private static final RedisFixture REDIS = RedisFixture.start();

    /** For clients with a fixed list of types, of which this is one. */
    private static final TestDoors DOORS = new TestDoors(REDIS, new KrokiSettings(Set.of("umlet"), Optional.empty()));

    @AfterAll
    static void stop() {
        DOORS.close();
        REDIS.close();
    }

    @BeforeEach
    void reset() {
        DOORS.reset();
    }

    @ParameterizedTest
    @CsvSource({
        "html, text/html",
        "svg, image/svg+xml",
        "png, image/png",
        "pdf, application/pdf",
        "eps, application/postscript",
    })
    void preTeXt2GetsEveryFormatOfABook(String format, String contentType) throws IOException {
        String answer = answerTo(Format.ofWire(format).orElseThrow(), """
                POST /?f=%s HTTP/1.1
                Host: localhost:8080
                User-Agent: python-requests/2.34.2
                Accept-Encoding: gzip, deflate
                Accept: */*
                Connection: keep-alive
                Content-Length: 29

                """.formatted(format), FIGURE);

        assertPicture(answer, contentType, Format.ofWire(format).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "svg, SVG, image/svg+xml",
        "png, PNG, image/png",
        "pdf, PDF, application/pdf",
        "jpeg, PNG, image/jpeg",
        "base64, PNG, text/plain",
    })
    void krokiCliWithKrokiGo08GetsEveryFormat(String format, Format drawn, String contentType) throws IOException {
        String answer = answerTo(drawn, """
                GET /asymptote/%s/eNoqzqxK1TBOztW05kopSizXKM3LLEnOLErOSdW05gIEAAD__5Y_Ccs= HTTP/1.1
                Host: localhost:8080
                User-Agent: kroki-go 0.8.1
                Accept: text/plain
                Accept-Encoding: gzip

                """.formatted(format), "");

        assertPicture(answer, contentType, drawn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"asymptote", "asy"})
    void remarkKroki03GetsItsBlocksByTheirTypeOrTheirLanguage(String type) throws IOException {
        String answer = answerTo(Format.SVG, """
                POST /%s/svg HTTP/1.1
                accept: */*
                accept-encoding: gzip, deflate, br
                content-length: 28
                content-type: text/plain
                user-agent: node-fetch
                Host: localhost:8080
                Connection: keep-alive

                """.formatted(type), FIGURE.strip());

        assertPicture(answer, "image/svg+xml", Format.SVG);
    }

    @Test
    void theRenderHookOfHugo0111GetsItsBlocks() throws IOException {
        String answer = answerTo(Format.SVG, """
                POST /asymptote/svg HTTP/1.1
                Host: localhost:8080
                User-Agent: Hugo Static Site Generator
                Content-Length: 28
                Accept: text/plain
                Content-Type: text/plain
                Accept-Encoding: gzip

                """, FIGURE.strip());

        assertPicture(answer, "image/svg+xml", Format.SVG);
    }

    @ParameterizedTest
    @CsvSource({"svg, SVG, image/svg+xml", "png, PNG, image/png"})
    void theMagicOfJupyterGetsItsCells(String format, Format drawn, String contentType) throws IOException {
        String answer = answerTo(drawn, """
                POST /asymptote/%s HTTP/1.1
                Accept-Encoding: identity
                Content-Type: text/plain
                Content-Length: 29
                Host: localhost:8080
                User-Agent: Python-urllib/3.11
                Accept: text/plain
                Connection: close

                """.formatted(format), FIGURE);

        assertPicture(answer, contentType, drawn);
    }

    @ParameterizedTest
    @CsvSource({"svg, SVG, image/svg+xml", "pdf, PDF, application/pdf", "png?scale=4, PNG, image/png"})
    void theFilterOfPandocAndTheMakefileGetTheirFigures(String target, Format drawn, String contentType)
            throws IOException {
        String answer = answerTo(drawn, """
                POST /asymptote/%s HTTP/1.1
                Host: localhost:8080
                User-Agent: curl/7.88.1
                Accept: */*
                Content-Type: text/plain
                Content-Length: 29

                """.formatted(target), FIGURE);

        assertPicture(answer, contentType, drawn);
    }

    @Test
    void sphinxcontribKroki13GetsItsBlocksUnderAnAlias() throws IOException {
        String body = "{\"diagram_source\": \"size(3cm);\\ndraw(unitcircle);\", \"diagram_type\": \"umlet\","
                + " \"diagram_options\": {}, \"output_format\": \"svg\"}";
        String answer = answerTo(Format.SVG, """
                POST / HTTP/1.1
                Host: localhost:8080
                User-Agent: python-requests/2.34.2
                Accept-Encoding: gzip, deflate
                Accept: */*
                Connection: keep-alive
                Content-Length: %d
                Content-Type: application/json

                """.formatted(body.length()), body);

        assertPicture(answer, "image/svg+xml", Format.SVG);
    }

    private static final String MKDOCS = """
            POST /umlet/svg HTTP/1.1
            Host: localhost:8080
            Accept: */*
            Accept-Encoding: gzip, deflate
            Connection: keep-alive
            User-Agent: kroki.config/1.8.0
            Content-Length: 73
            Content-Type: application/json

            """;

    private static final String MKDOCS_BODY =
            "{\"diagram_source\":\"size(3cm);\\ndraw(unitcircle);\\n\",\"diagram_options\":{}}";

    @Test
    void mkDocsKroki18GetsItsBlocksUnderAnAlias() throws IOException {
        assertPicture(answerTo(Format.SVG, MKDOCS, MKDOCS_BODY), "image/svg+xml", Format.SVG);
    }

    @Test
    void mkDocsKroki18GetsTheTextOfAnErrorWhichItShowsForA400Only() throws IOException {
        DOORS.task.answer = List.of(
                FakeTask.output("main.asy: 2.6: no matching variable 'unitcirle'\n"),
                new ServerMessage.Complete(false, "Execution failed with code 1", 9L, null));

        String answer = DOORS.exchange(onWire(MKDOCS, MKDOCS_BODY));

        assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
        assertTrue(answer.contains("main.asy: 2.6: no matching variable"), answer);
    }

    @Test
    void aBrowserGetsTheImageThatAPageOfMkDocsKroki18LinksTo() throws IOException {
        String answer = answerTo(Format.SVG, """
                GET /umlet/svg/eNorzqxK1TBOztW05kopSizXKM3LLEnOLErOSQWKAACWPwnL? HTTP/1.1
                Host: localhost:8080
                Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8

                """, "");

        assertPicture(answer, "image/svg+xml", Format.SVG);
    }

    @Test
    void asciidoctorKroki018GetsItsBlocksUnderAnAlias() throws IOException {
        String fetched = answerTo(Format.SVG, """
                GET /umlet/svg/eNorzqxK1TBOztW05kopSizXKM3LLEnOLErOSdW0BgCMdAnB?theme=dark HTTP/1.1
                User-Agent: node-XMLHttpRequest
                Accept: */*
                Host: localhost:8080
                Connection: close

                """, "");
        assertPicture(fetched, "image/svg+xml", Format.SVG);

        String posted = answerTo(Format.PNG, """
                POST /umlet/png HTTP/1.1
                User-Agent: node-XMLHttpRequest
                Accept: */*
                Host: localhost:8080
                Content-Length: 28
                Content-Type: text/plain;charset=UTF-8
                Connection: close

                """, FIGURE.strip());
        assertPicture(posted, "image/png", Format.PNG);
    }

    private static String answerTo(Format drawn, String head, String body) throws IOException {
        byte[] contents = drawn == Format.PNG ? png() : "a picture".getBytes(StandardCharsets.UTF_8);
        DOORS.task.answer =
                List.of(new ServerMessage.Result(drawn, contents), new ServerMessage.Complete(true, null, 7L, null));
        return DOORS.exchange(onWire(head, body));
    }

    private static String onWire(String head, String body) {
        return head.replace("\n", "\r\n") + body;
    }

    private static void assertPicture(String answer, String contentType, Format drawn) {
        assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
        assertTrue(answer.contains("\r\nContent-Type: " + contentType + "\r\n"), answer);
        TaskRequest asked = DOORS.task.asked.remove();
        assertEquals(drawn, asked.options().format());
        assertEquals(FIGURE.strip(), new String(asked.files().get("main.asy"), StandardCharsets.UTF_8).strip());
    }

    private static byte[] png() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(2, 2, BufferedImage.TYPE_INT_ARGB), "png", out);
        return out.toByteArray();
    }
}
