package asyfleet.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of settings: one {@code name = value} on each line, named like the flags without their dashes. A name alone means
 * true. Empty lines, and lines that begin with {@code #}, say nothing.
 */
final class ConfigFile {

    /** More is no file of settings. */
    private static final long MOST_BYTES = 1 << 20;

    private final Path path;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();

    private ConfigFile(Path path) {
        this.path = path;
    }

    /**
     * The value of one setting.
     *
     * @param place file, line and name, for a message about the value
     */
    record Line(String place, String value) {}

    static ConfigFile none() {
        return new ConfigFile(Path.of(""));
    }

    static ConfigFile read(Path path) {
        ConfigFile file = new ConfigFile(path);
        try {
            if (Files.size(path) > MOST_BYTES) {
                file.mistakes.add("--config=" + path + ": expected a file of at most " + MOST_BYTES + " bytes");
                return file;
            }
            file.add(Files.readAllLines(path));
        } catch (CharacterCodingException e) {
            file.mistakes.add("--config=" + path + ": expected text in UTF-8");
        } catch (IOException e) {
            file.mistakes.add(
                    "--config=" + path + ": cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        return file;
    }

    private void add(List<String> all) {
        for (int i = 0; i < all.size(); i++) {
            String line = all.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(path + ":" + (i + 1), line);
            }
        }
    }

    private void add(String place, String line) {
        String[] parts = line.split("=", 2);
        String name = parts[0].strip();
        String value = parts.length == 1 ? "true" : parts[1].strip();
        if (lines.put(name, new Line(place + ": " + name, value)) != null) {
            mistakes.add(place + ": " + name + " is set more than once");
        }
    }

    /** The line of a setting; one without a value counts as not set. */
    Optional<Line> of(Setting<?> setting) {
        return Optional.ofNullable(lines.get(name(setting)))
                .filter(line -> !line.value().isEmpty());
    }

    /** All that is wrong with the file, but for the values. */
    List<String> mistakes(SettingsSpec spec) {
        List<String> names = spec.withCommon().stream().map(ConfigFile::name).toList();
        List<String> all = new ArrayList<>(mistakes);
        lines.forEach((name, line) -> {
            if (!names.contains(name)) {
                String suggestion = Suggestion.nearest(
                                "--" + name, spec.withCommon().stream().map(Setting::flag))
                        .map(flag -> ", did you mean " + flag.substring(2) + "?")
                        .orElse("");
                all.add(line.place() + " is no setting of " + spec.service() + suggestion);
            }
        });
        return all;
    }

    private static String name(Setting<?> setting) {
        return setting.flag().substring(2);
    }
}
