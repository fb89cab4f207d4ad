package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The modules for other pages as a package for npm. */
class ClientPackageTest {

    private static final Path CLIENT = Repository.root().resolve("queue-server/web/client");

    private final JsonNode described = described();

    @Test
    void itHoldsEveryModuleWithItsTypesAReadmeAndTheLicenceAndNothingElse() throws IOException {
        try (Stream<Path> files = Files.list(CLIENT)) {
            List<String> modules = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("package.json"))
                    .sorted()
                    .toList();
            assertEquals(
                    modules,
                    described
                            .path("files")
                            .valueStream()
                            .map(JsonNode::asString)
                            .sorted()
                            .toList());
        }
        assertFalse(described.has("dependencies"));
        assertEquals(
                Files.readString(Repository.root().resolve("LICENSE")), Files.readString(CLIENT.resolve("LICENSE")));
        assertTrue(Files.readString(CLIENT.resolve("README.md")).contains("import {Fleet} from 'asyfleet';"));
    }

    @Test
    void eachEntryPointIsAFileOfThePackage() {
        described
                .path("exports")
                .forEach(entry -> entry.forEach(
                        file -> assertTrue(Files.exists(CLIENT.resolve(file.asString())), file.asString())));
    }

    @Test
    void itHasTheVersionOfTheProject() throws IOException {
        String version = described.path("version").asString();
        assertEquals(
                1,
                Files.readString(Repository.root().resolve("pom.xml"))
                        .lines()
                        .filter(line -> line.equals("  <version>" + version + "</version>"))
                        .count());
    }

    private static JsonNode described() {
        return JsonMapper.shared().readTree(CLIENT.resolve("package.json"));
    }
}
