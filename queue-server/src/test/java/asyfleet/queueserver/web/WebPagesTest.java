package asyfleet.queueserver.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.openapi.CheckedHttpClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class WebPagesTest {

    private static final int FIRST_LOAD_LIMIT = 300 * 1024;
    private static final int FIGURE_LIMIT = 12 * 1024;
    private static final Pattern LOADED = Pattern.compile("(?:src|<link[^>]* href)=\"(web/[^\"]+|favicon.ico)\"");
    private static final Pattern IMPORTED = Pattern.compile("(?:from|import)\\s*\"\\./([^\"]+)\"");

    private static final Pattern LIBRARY = Pattern.compile("META-INF/resources/webjars/[^/]+/[^/]+/package\\.json");
    private static final Pattern NAME_AND_VERSION = Pattern.compile("(?m)^(@?[\\w./-]+ \\d+\\.\\d+\\.\\d+)$");

    private static NetThreads threads;
    private static NetServer server;

    @BeforeAll
    static void serve() {
        threads = NetThreads.create(2);
        Routes.Builder routes = Routes.builder();
        PageSettings settings = new PageSettings(
                List.of(2500, 10_000),
                Set.of("csv", "asy", "obj"),
                Optional.of(List.of("'self'", "https://good.example")),
                true);
        WebPages.addRoutes(routes, settings, UnaryOperator.identity());
        server = NetServer.start(NetServerSettings.onLoopback(0), routes.build(), Operations.create(), threads);
    }

    @AfterAll
    static void stop() {
        server.close();
        threads.close();
    }

    @Test
    void everythingThatThePageLoadsIsServedWithItsTypeAndStaysInTheCache() throws Exception {
        List<String> loaded = loadedBy(get("/").body());

        assertTrue(loaded.size() >= 3, loaded.toString());
        for (String path : loaded) {
            HttpResponse<String> file = get("/" + path);
            assertEquals(200, file.statusCode(), path);
            if (path.startsWith("web/")) {
                assertEquals("public, max-age=31536000, immutable", header(file, "Cache-Control"), path);
            }
        }
        assertEquals("no-cache", header(get("/"), "Cache-Control"));
        assertEquals("text/javascript; charset=utf-8", header(get("/client/asyfleet.js"), "Content-Type"));
    }

    @Test
    void theFirstLoadIsSmall() throws Exception {
        Map<String, Integer> sizes = new TreeMap<>();
        String page = load("", sizes);
        for (String path : loadedBy(page)) {
            loadWithImports(path, sizes);
        }
        int sum = sizes.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(sum < FIRST_LOAD_LIMIT, sum + " bytes: " + sizes);
    }

    /** Static imports are loaded before a script runs; dynamic ones only when they are needed. */
    private static void loadWithImports(String path, Map<String, Integer> sizes) throws Exception {
        if (!sizes.containsKey(path)) {
            String text = load(path, sizes);
            for (String imported : find(IMPORTED, text)) {
                loadWithImports("web/" + imported, sizes);
            }
        }
    }

    private static String load(String path, Map<String, Integer> sizes) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/" + path))
                .header("Accept-Encoding", "gzip, br")
                .build();
        HttpResponse<byte[]> response =
                CheckedHttpClient.create().send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertEquals("gzip", response.headers().firstValue("Content-Encoding").orElse(""), path);
        sizes.put(path, response.body().length);
        return new String(
                new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void nothingFromOutsideAndNothingInlineMayRunInThePage() throws Exception {
        HttpResponse<String> page = get("/");
        String policy = header(page, "Content-Security-Policy");

        assertTrue(policy.contains("default-src 'none'"), policy);
        assertFalse(policy.contains("unsafe"), policy);
        assertFalse(page.body().matches("(?s).*(<script>|<style>| on[a-z]+=| style=).*"), "inline code in the page");
    }

    @Test
    void aFigureThatTurnsIsInAFrameThatSeesNothingOfThePage() throws Exception {
        String policy = header(get("/viewer"), "Content-Security-Policy");

        assertTrue(policy.startsWith("sandbox allow-scripts; default-src 'none';"), policy);
        assertFalse(policy.contains("allow-same-origin"), policy);
        assertFalse(policy.contains("connect-src"), policy);
    }

    @Test
    void onlyFiguresMayBeFramedAndOnlyByPagesThatMayUseTheServer() throws Exception {
        for (String path : List.of("/embed", "/viewer")) {
            String policy = header(get(path), "Content-Security-Policy");
            assertTrue(policy.endsWith("; frame-ancestors 'self' https://good.example"), policy);
        }
        for (String path : List.of("/", "/stats", "/api")) {
            String policy = header(get(path), "Content-Security-Policy");
            assertTrue(policy.endsWith("; frame-ancestors 'none'"), policy);
        }
    }

    @Test
    void aFigureForOtherPagesTakesAFewKilobytes() throws Exception {
        Map<String, Integer> sizes = new TreeMap<>();
        load("client/asy-figure.js", sizes);
        load("client/asyfleet.js", sizes);
        int sum = sizes.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(sum < FIGURE_LIMIT, sum + " bytes: " + sizes);
    }

    @Test
    void withoutScriptsThePageHasAFormThatAsksForATokenWhereOneIsNeeded() throws Exception {
        String page = get("/").body();
        String form = page.substring(page.indexOf("<noscript>"), page.indexOf("</noscript>"));

        assertTrue(form.contains("<form method=\"post\" action=\"form\">"), form);
        assertTrue(form.contains("name=\"source\""), form);
        assertTrue(form.contains("name=\"token\""), form);
        assertFalse(form.contains("<!--"), form);
        assertEquals("same-origin", header(get("/"), "Referrer-Policy"));
    }

    @Test
    void thePageKnowsTheTimeLimitsAndFileTypesOfThisServerAndWhetherItAsksForAToken() throws Exception {
        String page = get("/").body();

        assertTrue(page.contains("data-timeouts=\"2500 10000\""), page);
        assertTrue(page.contains("data-file-types=\"asy csv obj\""), page);
        assertTrue(page.contains("data-token=\"true\""), page);
    }

    @Test
    void theLicenceOfEveryLibraryThatIsBundledIsListed() throws Exception {
        String licences = get("/web/licences.txt").body();
        Set<String> listed = new TreeSet<>(find(NAME_AND_VERSION, licences));

        assertEquals(libraries(), listed);
        assertTrue(listed.stream().anyMatch(library -> library.startsWith("@codemirror/view 6.")), licences);
        assertEquals(listed.size(), licences.split("Permission is hereby granted, free of charge").length - 1);
    }

    /** Those on the class path that a page is made of, with their versions. */
    private static Set<String> libraries() throws IOException {
        Set<String> found = new TreeSet<>();
        for (URL folder :
                Collections.list(WebPagesTest.class.getClassLoader().getResources("META-INF/resources/webjars"))) {
            JarURLConnection connection = (JarURLConnection) folder.openConnection();
            connection.setUseCaches(false); // or the class loader loses its own
            try (JarFile jar = connection.getJarFile()) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (LIBRARY.matcher(entry.getName()).matches()) {
                        JsonNode library = JsonMapper.shared().readTree(jar.getInputStream(entry));
                        found.add(library.path("name").asString() + " "
                                + library.path("version").asString());
                    }
                }
            }
        }
        found.removeIf(library -> library.startsWith("@esbuild/"));
        return found;
    }

    @Test
    void aFileThatIsNotThereIsSaidToBeMissing() throws Exception {
        assertEquals(404, get("/web/editor-00000000.js").statusCode());
        assertEquals(404, get("/web/..%2Ffiles.txt").statusCode());
    }

    private static List<String> loadedBy(String page) {
        return find(LOADED, page);
    }

    private static List<String> find(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElseThrow();
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CheckedHttpClient.create()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
