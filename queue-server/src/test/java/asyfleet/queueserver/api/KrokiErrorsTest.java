package asyfleet.queueserver.api;

import static asyfleet.queueserver.api.TestDoors.SOURCE;
import static asyfleet.queueserver.api.TestDoors.encode;
import static asyfleet.queueserver.api.TestDoors.header;
import static asyfleet.queueserver.api.TestDoors.json;
import static asyfleet.queueserver.api.TestDoors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.redis.RedisFixture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Errors on the URLs of Kroki, in the status and the shapes that its clients know. */
@Tag("slow")
class KrokiErrorsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final TestDoors DOORS = new TestDoors(REDIS, KrokiSettings.PLAIN);
    private static final String OUTPUT = "main.asy: 1.6: no matching variable '<unitcirle & co>'\n";

    @AfterAll
    static void stop() {
        DOORS.close();
        REDIS.close();
    }

    @BeforeEach
    void fail() {
        DOORS.reset();
        DOORS.task.answer = List.of(
                FakeTask.output(OUTPUT),
                new ServerMessage.Complete(
                        false, "Execution failed with code 1", 9L, Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/* | text/plain; charset=utf-8",
                "text/plain | text/plain; charset=utf-8",
                "application/json, text/plain, */* | application/json",
                "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8 | text/html; charset=utf-8",
                "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8 | image/svg+xml",
                "image/png | image/png",
                "image/* | image/png",
                "application/pdf | text/plain; charset=utf-8",
            })
    void whatAClientAcceptsIsTheShapeOfItsError(String accept, String contentType) {
        HttpResponse<byte[]> response = DOORS.get("/asymptote/svg/" + encode(SOURCE), "Accept", accept);

        assertEquals(400, response.statusCode());
        assertEquals(contentType, header(response, "content-type"));
        assertEquals("Accept", header(response, "vary"));
    }

    @Test
    void aClientThatSaysNothingGetsTheTextWithWhatTheProgramWrote() throws IOException {
        String answer = DOORS.exchange(
                "GET /asymptote/svg/" + encode(SOURCE) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
        assertTrue(answer.endsWith("\r\n\r\nError 400: Execution failed with code 1\n" + OUTPUT.strip()), answer);
    }

    @Test
    void whatIsKnownOfTheMistakeComesBeforeWhatTheProgramWrote() {
        VerdictDetails details = new VerdictDetails("main.asy", 3, 1, "no variable 'x'", "declare it", "int x;");
        DOORS.task.answer = List.of(
                FakeTask.output(OUTPUT),
                new ServerMessage.Complete(
                        false,
                        "Execution failed with code 1",
                        9L,
                        new Verdict(EndCode.EXIT_CODE, Stage.ASYMPTOTE, null, 1L, details)));
        String expected = "main.asy:3:1: no variable 'x'\ndeclare it\n" + OUTPUT.strip();

        assertEquals("Error 400: " + expected, text(DOORS.post("/asymptote/svg", SOURCE)));
        String picture = text(DOORS.post("/asymptote/svg", SOURCE, "Accept", "image/svg+xml"));
        assertTrue(picture.contains(">Error 400: main.asy:3:1: no variable 'x'</text>"), picture);
        assertTrue(picture.contains(">declare it</text>"), picture);
        assertEquals(
                expected, json(DOORS.post("/?f=svg", SOURCE)).path("reason").asString());
    }

    @Test
    void jsonHasTheErrorOfKrokiAndTheVerdictBesideIt() {
        JsonNode json = json(DOORS.post("/asymptote/svg", SOURCE, "Accept", "application/json"));

        assertEquals(400, json.path("error").path("code").asInt());
        assertTrue(json.path("error").path("message").asString().contains("Execution failed with code 1"));
        assertEquals("EXIT_CODE", json.path("code").asString());
        assertEquals("asymptote", json.path("stage").asString());
        assertEquals(OUTPUT, json.path("output").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/svg+xml", "text/html"})
    void whateverTheProgramWroteIsOnlyTextInAPictureOrAPage(String accept) {
        DOORS.task.answer = List.of(
                FakeTask.output("<script>alert(1)</script>\u0007&\n"),
                new ServerMessage.Complete(false, "Execution failed with code 1", 9L, null));

        HttpResponse<byte[]> response = DOORS.post("/asymptote/svg", SOURCE, "Accept", accept);

        assertTrue(text(response).contains("&lt;script&gt;alert(1)&lt;/script&gt;"), text(response));
        assertFalse(text(response).contains("<script"), text(response));
        assertEquals("default-src 'none'; sandbox", header(response, "content-security-policy"));
    }

    @Test
    void thePictureOfAnErrorHasRoomForAllOfIt() throws IOException {
        DOORS.task.answer = List.of(
                FakeTask.output("x".repeat(500) + "\n" + "y\n".repeat(500)),
                new ServerMessage.Complete(false, "Execution failed with code 1", 9L, null));

        byte[] png = DOORS.post("/asymptote/png", SOURCE, "Accept", "image/png").body();

        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        assertTrue(picture.getWidth() > 500 && picture.getWidth() < 3000, "wide " + picture.getWidth());
        assertTrue(picture.getHeight() > 500 && picture.getHeight() < 1500, "high " + picture.getHeight());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void whatIsWrongWithADiagramIs400AndWhatIsWrongWithTheFleetIsNot(EndCode code) {
        DOORS.task.answer = List.of(
                new ServerMessage.Complete(false, "no picture", 5L, Verdict.ofLimit(code, Stage.ASYMPTOTE, 1, 2)));

        HttpResponse<byte[]> response = DOORS.get("/asymptote/svg/" + encode(SOURCE));

        int expected =
                switch (code) {
                    case SUPERSEDED -> 409;
                    case TOO_MANY_TASKS -> 429;
                    case HALTED, ABORTED, QUEUE_FULL, QUEUE_TIMEOUT, NO_FREE_BACKEND, FLEET_FAULT, UNAVAILABLE -> 503;
                    default -> 400;
                };
        assertEquals(expected, response.statusCode());
        assertEquals(expected, DOORS.post("/asymptote", SOURCE).statusCode());
        if (expected == 503 || expected == 429) {
            assertNotNull(header(response, "retry-after"));
        }
    }

    @Test
    void aMistakeInTheRequestHasTheSameShapes() {
        HttpResponse<byte[]> response = DOORS.get("/asymptote/svg/!!", "Accept", "image/svg+xml");

        assertEquals(400, response.statusCode());
        assertTrue(text(response).contains("is not base64url"), text(response));
    }

    @Test
    void jsonThatCannotBeReadHasTheShapeOfKroki() {
        String answer = text(DOORS.post("/", "{", "Content-Type", "application/json"));

        assertTrue(answer.startsWith("Error 400: "), answer);
    }
}
