package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.lab.browser.Browser;
import asyfleet.testing.NeededTools;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The scripts of the pages and of the modules for others fit the types that their comments and declarations say.
 * TypeScript checks them; it runs in the browser that the tests of the page have, as there is no Node.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class ScriptTypesTest {

    private static final Path SOURCES = Path.of("../../queue-server/web");
    private static final Path LIBRARIES = Path.of("../../queue-server/target/web/work/node_modules");
    private static final String COMPILER = "/META-INF/resources/webjars/typescript/5.4.5/lib/typescript.js";

    private final Map<String, String> files = new HashMap<>();

    @Test
    void theScriptsOfThePagesFitTheirTypesAndAMistakeWouldBeFound(@TempDir Path profile) throws IOException {
        Path program =
                NeededTools.need("BROWSER", Browser.find(), "no chromium in /usr/bin: the types are not checked");
        addTypesOfTheLanguage();
        add(SOURCES, SOURCES.resolve("api"));
        add(SOURCES, SOURCES.resolve("client"));
        add(SOURCES, SOURCES.resolve("editor"));
        add(SOURCES, SOURCES.resolve("embed"));
        add(SOURCES, SOURCES.resolve("stats"));
        add(SOURCES, SOURCES.resolve("vim"));
        add(SOURCES, SOURCES.resolve("examples"));
        add(LIBRARIES.getParent(), LIBRARIES);
        try (Browser browser = Browser.open(program, profile)) {
            browser.eval(resource(COMPILER) + "; 0");
            browser.eval("var files = " + JsonMapper.shared().writeValueAsString(files) + "; 0");
            assertEquals(List.of(), complaints(browser));
            browser.eval("files['/client/asyfleet.js'] += 'new Fleet(7);'; 0");
            assertEquals(1, complaints(browser).size());
        }
    }

    private static List<String> complaints(Browser browser) throws IOException {
        return browser.eval(resource("/asyfleet/repository/check-types.js"))
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private void add(Path base, Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path file : found.filter(ScriptTypesTest::saysTypes).toList()) {
                files.put("/" + base.relativize(file), Files.readString(file));
            }
        }
    }

    private static boolean saysTypes(Path file) {
        String name = file.getFileName().toString();
        boolean ours = file.startsWith(SOURCES) && name.endsWith(".js");
        return Files.isRegularFile(file) && (ours || name.endsWith(".d.ts") || name.equals("package.json"));
    }

    private void addTypesOfTheLanguage() throws IOException {
        JarURLConnection jar =
                (JarURLConnection) ScriptTypesTest.class.getResource(COMPILER).openConnection();
        jar.setUseCaches(false);
        try (JarFile opened = jar.getJarFile()) {
            opened.stream()
                    .filter(entry -> entry.getName().matches(".*/lib/lib\\.[\\w.]+\\.d\\.ts"))
                    .forEach(
                            entry -> files.put("/lib/" + entry.getName().replaceFirst(".*/", ""), text(opened, entry)));
        }
    }

    private static String text(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ScriptTypesTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
