package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compares a service's settings with {@code docs/settings.md}. Each service has a test that calls this. */
public final class SettingsDocs {

    private SettingsDocs() {}

    /** The table under the heading {@code ## SERVICE}, in any case, must be the one that the list renders. */
    public static void assertDocumented(SettingsSpec spec) throws IOException {
        Path file = Path.of(System.getProperty("asyfleet.root"), "docs", "settings.md");
        assertEquals(
                spec.markdownTable(),
                tableUnder("## " + spec.service(), Files.readAllLines(file)),
                () -> file + " under '## " + spec.service() + "' must hold exactly this table:\n"
                        + spec.markdownTable());
    }

    static String tableUnder(String heading, List<String> lines) {
        StringBuilder table = new StringBuilder();
        lines.stream()
                .dropWhile(line -> !line.equalsIgnoreCase(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("|"))
                .forEach(line -> table.append(line).append('\n'));
        return table.toString();
    }
}
