package asyfleet.queueserver.api;

import static asyfleet.queueserver.api.TestDoors.SOURCE;
import static asyfleet.queueserver.api.TestDoors.header;
import static asyfleet.queueserver.api.TestDoors.json;
import static asyfleet.queueserver.api.TestDoors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.RedisFixture;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The door for clients of the public Asymptote server. */
@Tag("slow")
class PublicServerTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final TestDoors DOORS = new TestDoors(REDIS, KrokiSettings.PLAIN);

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
        "/, HTML",
        "/?f=svg, SVG",
        "/?f=eps, EPS",
        "/?outformat=png, PNG",
        "/?f=svg&f=pdf, PDF",
        "/?f=svg&outformat=pdf, PDF",
        "/?outformat=pdf&f=svg, SVG",
    })
    void theLastFormatCountsAndWithoutOneItIsHtml(String path, Format format) {
        assertEquals(200, DOORS.post(path, SOURCE).statusCode());
        assertEquals(format, DOORS.task.asked.remove().options().format());
    }

    @ParameterizedTest
    @CsvSource({"*/*, HTML", "image/*, SVG", "image/png, PNG", "application/pdf, PDF", "application/json, HTML"})
    void aClientThatNamesNoFormatMayAskForAnImageByWhatItAccepts(String accept, Format format) {
        DOORS.post("/", SOURCE, "Accept", accept);
        assertEquals(format, DOORS.task.asked.remove().options().format());

        DOORS.post("/?f=eps", SOURCE, "Accept", accept);
        assertEquals(Format.EPS, DOORS.task.asked.remove().options().format(), "what it names comes first");
    }

    @ParameterizedTest
    @CsvSource({
        "render=4, settings.render=4;",
        "tex=xelatex, settings.tex=\"xelatex\";",
        "prc=, settings.prc=true;",
        "flag=noprc, settings.prc=false;",
        "noprc=, settings.prc=false;",
        "prc=false, settings.prc=false;",
        "flag=thick&flag=nothin, settings.thick=true; settings.thin=false;",
    })
    void anOptionOfAsyHasItsEffectAndNoLineChangesItsNumber(String query, String settings) {
        assertEquals(200, DOORS.post("/?f=svg&" + query, SOURCE).statusCode());

        byte[] main = DOORS.task.asked.remove().files().get("main.asy");
        assertEquals(settings + " " + SOURCE, new String(main, StandardCharsets.UTF_8));
    }

    @Test
    void theMarksAroundACopiedFigureAreTakenOffAlsoIfThereAreOptions() {
        assertEquals(
                200,
                DOORS.post("/?f=svg&tex=xelatex", "\\begin{asy}\n" + SOURCE + "\n\\end{asy}")
                        .statusCode());

        String main = new String(DOORS.task.asked.remove().files().get("main.asy"), StandardCharsets.UTF_8);
        assertEquals(
                "settings.tex=\"xelatex\";",
                main.lines().findFirst().orElseThrow().strip());
        assertEquals(SOURCE, main.lines().skip(1).findFirst().orElseThrow());
        assertTrue(!main.contains("{asy}"), main);
    }

    @Test
    void renderIsTheScaleOfAPng() {
        assertEquals(200, DOORS.post("/?f=png&render=4", SOURCE).statusCode());

        TaskRequest asked = DOORS.task.asked.remove();
        assertEquals(4 * 72, asked.options().picture().resolution());
        assertEquals(SOURCE, new String(asked.files().get("main.asy"), StandardCharsets.UTF_8), "as it came");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flag=noV", "q=", "flag=safe", "offline=true", "antialias=2", "render=-1", "cache=false"})
    void anOptionThatEveryTaskHasAnywayIsTaken(String query) {
        assertEquals(200, DOORS.post("/?f=svg&" + query, SOURCE).statusCode());

        byte[] main = DOORS.task.asked.remove().files().get("main.asy");
        assertEquals(SOURCE, new String(main, StandardCharsets.UTF_8), "as it came");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"v=2", "o=/etc/passwd", "globalwrite=", "flag=globalread", "nosafe=", "cd=/tmp", "notex=", "no="
            })
    void anOptionThatIsNotServedIsRefusedByNameAndNotIgnored(String query) {
        HttpResponse<byte[]> response = DOORS.post("/?f=svg&" + query, SOURCE);

        assertEquals(400, response.statusCode());
        String name = query.startsWith("flag=") ? query.substring(5) : query.substring(0, query.indexOf('='));
        String error = json(response).path("error").asString();
        assertTrue(error.startsWith("option \"" + name + "\" of asy is not served here; expected some of f,"), error);
        assertEquals(error, json(response).path("reason").asString());
        assertTrue(DOORS.task.asked.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"render=100", "render=4;write(1)", "tex=x\";write(1);\"", "prc=maybe", "antialias=4"})
    void aValueThatAnOptionCannotHaveIsRefusedWithThoseThatItCan(String query) {
        HttpResponse<byte[]> response =
                DOORS.post("/?f=svg&" + query.replace("\"", "%22").replace(";", "%3B"), SOURCE);

        assertEquals(400, response.statusCode());
        String error = json(response).path("error").asString();
        assertTrue(error.contains("; expected "), error);
        assertTrue(DOORS.task.asked.isEmpty());
    }

    @Test
    void aFailureHasTheFieldsOfThePublicServerBesideOurs() {
        DOORS.task.answer = List.of(
                FakeTask.output("main.asy: 1.6: no matching variable\n"),
                new ServerMessage.Complete(
                        false, "Execution failed with code 1", 9L, Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)));

        HttpResponse<byte[]> response = DOORS.post("/?f=svg", SOURCE);

        assertEquals(422, response.statusCode());
        JsonNode json = json(response);
        assertEquals("Asymptote error.", json.path("msg").asString());
        assertTrue(json.path("reason").asString().endsWith("main.asy: 1.6: no matching variable"));
        assertEquals("EXIT_CODE", json.path("code").asString());
        assertEquals("Execution failed with code 1", json.path("error").asString());
    }

    @Test
    void aTimeoutIsWordedAsByThePublicServer() {
        DOORS.task.answer = List.of(new ServerMessage.Complete(
                false,
                "Execution aborted due to the time limit (3000ms)",
                3004L,
                Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3004)));

        HttpResponse<byte[]> response = DOORS.post("/?f=svg", SOURCE);

        assertEquals(408, response.statusCode());
        assertEquals("Asymptote timeout", json(response).path("msg").asString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain | Asymptote version 2.85",
                "text/plain, */*;q=0.1 | Asymptote version 2.85",
                "*/* | p",
                "text/html,application/xhtml+xml,*/*;q=0.8 | p",
                "application/json | p",
            })
    void aProgramThatAsksForTextGetsTheVersionAndPeopleGetThePage(String accept, String answer) {
        HttpResponse<byte[]> response = DOORS.get("/", "Accept", accept);

        assertEquals(answer, text(response).strip());
        assertEquals("Accept", header(response, "vary"));
    }
}
