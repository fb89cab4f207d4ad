package asyfleet.queueserver.api;

import static asyfleet.queueserver.api.TestDoors.SOURCE;
import static asyfleet.queueserver.api.TestDoors.encode;
import static asyfleet.queueserver.api.TestDoors.header;
import static asyfleet.queueserver.api.TestDoors.json;
import static asyfleet.queueserver.api.TestDoors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.RedisFixture;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
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

/** The URLs of Kroki: names, forms, formats and caching. */
@Tag("slow")
class KrokiTest {

    private static final RedisFixture REDIS = RedisFixture.start();
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

    @Test
    void krokisGetFormIsCacheableAndKnowsWhatTheClientHas() {
        String path = "/asymptote/svg/" + encode(SOURCE);
        HttpResponse<byte[]> first = DOORS.get(path);
        assertEquals(200, first.statusCode());
        assertEquals(SOURCE, new String(DOORS.task.asked.remove().files().get("main.asy"), StandardCharsets.UTF_8));

        String tag = header(first, "etag");
        for (String[] known : new String[][] {
            {"If-None-Match", tag},
            {"If-None-Match", "\"other\", W/" + tag},
            {"If-None-Match", "\"other\"", "If-None-Match", tag}
        }) {
            assertEquals(
                    304, DOORS.get(path, known).statusCode(), List.of(known).toString());
        }
        assertTrue(DOORS.task.asked.isEmpty(), "nothing runs for a picture that the client has");
        assertEquals(200, DOORS.get(path, "If-None-Match", "\"other\"").statusCode());
        assertEquals(304, DOORS.get(path, "If-None-Match", "*").statusCode());
        assertEquals("public, max-age=86400", header(first, "cache-control"));
    }

    @Test
    void aPathMayHoldSeveralFilesAsTheEditorsLinksDo() {
        String work = "{\"title\": \"two\", \"files\": {\"main.asy\": \"import part;\", \"part.asy\": \"dot((0,0));\"},"
                + " \"main\": \"main.asy\"}";
        HttpResponse<byte[]> first = DOORS.get("/asymptote/svg/p." + encode(work));
        assertEquals(200, first.statusCode());
        TaskRequest asked = DOORS.task.asked.remove();
        assertEquals(Set.of("main.asy", "part.asy"), asked.files().keySet());
        assertEquals("main.asy", asked.main());
        assertEquals("dot((0,0));", new String(asked.files().get("part.asy"), StandardCharsets.UTF_8));
        assertEquals(
                304,
                DOORS.get("/asymptote/svg/p." + encode(work), "If-None-Match", header(first, "etag"))
                        .statusCode());

        for (String wrong : new String[] {
            "{\"main\": \"main.asy\"}",
            "{\"files\": {\"main.asy\": \"\"}, \"main\": \"other.asy\"}",
            "{\"files\": {\"../x.asy\": \"\"}, \"main\": \"../x.asy\"}",
            "no JSON"
        }) {
            assertEquals(400, DOORS.get("/asymptote/svg/p." + encode(wrong)).statusCode(), wrong);
        }
        assertTrue(DOORS.task.asked.isEmpty());
    }

    @Test
    void aPictureOfAnotherToolchainIsAnotherPicture() {
        String path = "/asymptote/svg/" + encode(SOURCE);
        String before = header(DOORS.get(path), "etag");
        DOORS.toolchain.publish("2.86-f").toCompletableFuture().join();

        HttpResponse<byte[]> after = DOORS.get(path, "If-None-Match", before);

        assertEquals(200, after.statusCode());
        assertNotEquals(before, header(after, "etag"));
        assertEquals(
                "2.86",
                json(DOORS.get("/health")).path("version").path("asymptote").asString());
    }

    @Test
    void aFailedDiagramIsNotCacheable() {
        DOORS.task.answer = List.of(new ServerMessage.Complete(false, "No image output", 1L, null));

        assertEquals(null, header(DOORS.get("/asymptote/svg/" + encode(new byte[] {';'})), "etag"));
    }

    @Test
    void krokisPostFormsAreServed() {
        assertEquals(200, DOORS.post("/asymptote/png", SOURCE).statusCode());
        assertEquals(Format.PNG, DOORS.task.asked.remove().options().format());

        String json =
                "{\"diagram_source\": \"dot((0,0));\", \"diagram_type\": \"asymptote\", \"output_format\": \"pdf\"}";
        assertEquals(
                200, DOORS.post("/", json, "Content-Type", "application/json").statusCode());
        assertEquals(Format.PDF, DOORS.task.asked.remove().options().format());
    }

    @Test
    void krokisPostFormsTakeJsonAsWell() {
        String json = "{\"diagram_source\": \"dot((0,0));\", \"output_format\": \"pdf\", \"diagram_options\": {}}";

        DOORS.post("/asymptote/png", json, "Content-Type", "application/json");
        TaskRequest toFormat = DOORS.task.asked.remove();
        assertEquals(Format.PNG, toFormat.options().format());
        assertEquals("dot((0,0));", new String(toFormat.files().get("main.asy"), StandardCharsets.UTF_8));

        DOORS.post("/asymptote", json, "Content-Type", "application/json");
        assertEquals(Format.PDF, DOORS.task.asked.remove().options().format());
    }

    @ParameterizedTest
    @CsvSource({
        "image/png, PNG",
        "'text/plain, application/pdf', PDF",
        "'text/html, application/pdf', HTML",
        "'image/png;q=0.5, image/svg+xml;q=0.9', SVG",
        "'image/png, */*;q=0.1', PNG",
        "*/*, SVG",
        "'', SVG",
        "'image/svg+xml;q=0, image/*', PNG",
        "application/*, PDF",
        "'image/*;Q=0.1, application/pdf;q=0.2', PDF",
    })
    void aClientMaySayWhichFormatItAccepts(String accept, Format format) {
        HttpResponse<byte[]> response = DOORS.post("/asymptote", SOURCE, "Accept", accept);

        assertEquals("Accept", header(response, "vary"));
        assertEquals(format, DOORS.task.asked.remove().options().format());
    }

    @Test
    void aClientThatAcceptsNoneOfTheFormatsIsToldWhichThereAre() {
        assertEquals(
                400, DOORS.post("/asymptote", SOURCE, "Accept", "image/gif").statusCode());
        assertEquals(
                400, DOORS.post("/asymptote", SOURCE, "Accept", "image/png;q=0").statusCode());
    }

    @Test
    void aDiagramsFormatMustBeAName() {
        String json = "{\"diagram_source\": \";\", \"diagram_type\": \"asymptote\", \"output_format\": {}}";

        assertEquals(
                400, DOORS.post("/", json, "Content-Type", "application/json").statusCode());
    }

    @Test
    void aDiagramMustBeWholeCharacters() {
        String json = "{\"diagram_source\": \"\\udfff\", \"diagram_type\": \"asymptote\"}";

        assertEquals(
                400, DOORS.post("/", json, "Content-Type", "application/json").statusCode());
    }

    @Test
    void aDiagramOfAnotherTypeIsABadRequest() {
        HttpResponse<byte[]> response =
                DOORS.post("/", "{\"diagram_type\": \"graphviz\"}", "Content-Type", "application/json");

        assertEquals(
                "Error 400: Unsupported diagram type: \"graphviz\". Must be one of asy, asymptote, umlet",
                text(response));
    }

    @Test
    void anEmptyDiagramIsCalledEmpty() {
        assertEquals(
                "Error 400: the diagram is empty; expected Asymptote source",
                text(DOORS.get("/asymptote/svg/" + encode(new byte[0]))));
    }

    @Test
    void aClientThatHasAnyPictureIsNotToldThatItHasOneThatCannotBeDrawn() {
        DOORS.task.answer = List.of(new ServerMessage.Complete(false, "Execution failed with code 1", 9L, null));
        String path = "/asymptote/svg/" + encode("draw(;");

        assertEquals(400, DOORS.get(path, "If-None-Match", "*").statusCode());
    }

    @Test
    void aSmallUrlThatInflatesToALotIsRefused() {
        assertEquals(
                413, DOORS.get("/asymptote/svg/" + encode(new byte[4 << 20])).statusCode());
    }

    @ParameterizedTest
    @CsvSource({"AAAA", "eJwrSS0u", "%21%21"})
    void whatIsNotADeflatedSourceIsABadRequest(String encoded) {
        assertEquals(400, DOORS.get("/asymptote/svg/" + encoded).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/asymptote/svg?theme=dark", "/asymptote?theme=dark"})
    void optionsOfADiagramThatAreNotOursAreIgnoredAsByKroki(String path) {
        assertEquals(200, DOORS.post(path, SOURCE).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"asymptote", "asy", "umlet"})
    void everyNameOfAsymptoteAndEveryAliasIsServedInEveryForm(String type) {
        assertEquals(200, DOORS.get("/" + type + "/svg/" + encode(SOURCE)).statusCode());
        assertEquals(200, DOORS.post("/" + type + "/svg", SOURCE).statusCode());
        assertEquals(200, DOORS.post("/" + type, SOURCE).statusCode());
        String json = "{\"diagram_source\": \"dot((0,0));\", \"diagram_type\": \"" + type + "\"}";
        assertEquals(
                200, DOORS.post("/", json, "Content-Type", "application/json").statusCode());
        assertEquals(4, DOORS.task.asked.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "web", "ws", "metrics", "..", "Graphviz", "a.b"})
    void aPathOfOursOrOfNoTypeIsNeverPassedToAnotherServer(String type) {
        URI nobody = URI.create("http://127.0.0.1:1");
        try (TestDoors doors = new TestDoors(REDIS, new KrokiSettings(Set.of(), Optional.of(nobody)))) {
            assertEquals(404, doors.get("/" + type + "/svg/" + encode(SOURCE)).statusCode());
            assertEquals(404, doors.post("/" + type + "/svg", SOURCE).statusCode());
            assertEquals(502, doors.post("/graphviz/svg", SOURCE).statusCode());
            assertEquals(200, doors.post("/asymptote/svg", SOURCE).statusCode());
        }
    }

    @Test
    void aTypeThatNobodyNamedIsNotFound() {
        assertEquals(404, DOORS.get("/tikz/svg/" + encode(SOURCE)).statusCode());
        assertEquals(404, DOORS.post("/tikz/svg", SOURCE).statusCode());
    }

    @Test
    void aJpegIsMadeOfAPngOnWhite() throws IOException {
        DOORS.task.answer = picture(Format.PNG, png(20, 10, new Color(0, 0, 0, 0)));

        HttpResponse<byte[]> response = DOORS.post("/asymptote/jpeg", SOURCE);

        assertEquals(Format.PNG, DOORS.task.asked.remove().options().format());
        assertEquals("image/jpeg", header(response, "content-type"));
        BufferedImage jpeg = ImageIO.read(new ByteArrayInputStream(response.body()));
        assertEquals(20, jpeg.getWidth());
        assertEquals(Color.WHITE.getRGB(), jpeg.getRGB(5, 5), "what was transparent");
        assertTrue(header(response, "content-security-policy").contains("sandbox"));
    }

    @Test
    void aJpegOfTooManyPixelsIsRefusedBeforeAnyIsRead() throws IOException {
        byte[] png = png(1, 1, Color.RED);
        png[16] = 1; // the picture now says that it is 16,777,217 pixels wide

        DOORS.task.answer = picture(Format.PNG, png);

        HttpResponse<byte[]> response = DOORS.post("/asymptote/jpeg", SOURCE);
        assertEquals(400, response.statusCode());
        assertTrue(
                text(response).contains("The picture has 16777217 x 1 pixels; a jpeg has at most 8000000"),
                text(response));
    }

    @Test
    void aPngThatAProgramWroteItselfAndThatIsBrokenIsNoJpeg() throws IOException {
        byte[] png = png(20, 20, Color.RED);
        for (int cut : new int[] {0, 5, 30, png.length / 2}) {
            DOORS.task.answer = picture(Format.PNG, Arrays.copyOf(png, cut));

            assertEquals(400, DOORS.post("/asymptote/jpeg", SOURCE).statusCode(), "cut off at " + cut);
        }
    }

    @Test
    void aSourceThatChoosesItsOwnFormatIsNoJpeg() {
        DOORS.task.answer = picture(Format.PDF, new byte[] {1});

        assertEquals(
                "Error 400: The source sets its own format, pdf; a jpeg can be made of a png only",
                text(DOORS.post("/asymptote/jpeg", SOURCE)));
    }

    @Test
    void base64IsTheUrlOfAPngWithThePngInIt() throws IOException {
        byte[] png = png(2, 2, Color.RED);
        DOORS.task.answer = picture(Format.PNG, png);

        HttpResponse<byte[]> response = DOORS.get("/asymptote/BASE64/" + encode(SOURCE));

        assertEquals("text/plain", header(response, "content-type"));
        assertEquals("data:image/png;base64," + Base64.getEncoder().encodeToString(png), text(response));
        assertNotEquals(header(response, "etag"), header(DOORS.get("/asymptote/png/" + encode(SOURCE)), "etag"));
    }

    @Test
    void aFormatThatThereIsNotIsNamedWithThoseThatThereAre() {
        String text = text(DOORS.post("/asymptote/gif", SOURCE));

        assertTrue(
                text.startsWith("Error 400: Unsupported output format: \"gif\" for asymptote. Must be one of svg, pdf"),
                text);
        assertTrue(text.endsWith("jpeg, base64"), text);
    }

    @Test
    void theOptionsOfPicturesAreTakenFromTheQueryFromHeadersAndFromTheBodyWhichWins() {
        DOORS.post("/asymptote/png?scale=3&transparent=true&theme=dark", SOURCE);
        assertEquals(
                new PictureOptions(null, 3 * 72, true, null),
                DOORS.task.asked.remove().options().picture());

        String json = "{\"diagram_source\": \";\", \"diagram_options\": {\"scale\": \"5\", \"text\": true, \"x\": {}}}";
        DOORS.post(
                "/asymptote/png?scale=3", json, "Content-Type", "application/json", "Kroki-Diagram-Options-Scale", "4");
        assertEquals(
                new PictureOptions(null, 5 * 72, null, true),
                DOORS.task.asked.remove().options().picture());
    }

    @Test
    void anotherScaleIsAnotherPicture() {
        String path = "/asymptote/png/" + encode(SOURCE);

        assertNotEquals(header(DOORS.get(path), "etag"), header(DOORS.get(path + "?scale=4"), "etag"));
    }

    @Test
    void anOptionOfOursWithAValueThatItCannotHaveIsNotIgnored() {
        String text = text(DOORS.post("/asymptote/png?scale=100", SOURCE));

        assertEquals("Error 400: the options: \"scale\" is 100; expected an integer from 1 to 8", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/v1/health"})
    void theHealthCheckOfKrokiPasses(String path) {
        HttpResponse<byte[]> response = DOORS.get(path);

        assertEquals("application/health+json", header(response, "content-type"));
        assertEquals("pass", json(response).path("status").asString());
    }

    private static List<ServerMessage> picture(Format format, byte[] contents) {
        return List.of(new ServerMessage.Result(format, contents), new ServerMessage.Complete(true, null, 7L, null));
    }

    private static byte[] png(int width, int height, Color color) throws IOException {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < height; y++) {
                picture.setRGB(x, y, color.getRGB());
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", out);
        return out.toByteArray();
    }
}
