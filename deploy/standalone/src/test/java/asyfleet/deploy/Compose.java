package asyfleet.deploy;

import asyfleet.repository.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files of {@code deploy/compose} and {@code deploy/images}, read without an engine. */
final class Compose {

    private static final Path DEPLOY = Repository.root().resolve("deploy");

    /** A variable of Compose with a default, as in <code>${PUBLISH:-8080}</code>. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}");

    private Compose() {}

    static String read(String file) {
        try {
            return Files.readString(DEPLOY.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The composition as it is without any setting. */
    static JsonNode composition() {
        return file("compose.yaml");
    }

    /** The file that adds a second shard to it, before Compose puts both together. */
    static JsonNode secondShard() {
        return file("compose.shards.yaml");
    }

    /** The file that adds TLS to it. */
    static JsonNode tls() {
        return file("compose.tls.yaml");
    }

    /** The file that adds the AppArmor profile to it. */
    static JsonNode appArmor() {
        return file("compose.apparmor.yaml");
    }

    private static JsonNode file(String name) {
        String text =
                VARIABLE.matcher(read("compose/" + name)).replaceAll(found -> Matcher.quoteReplacement(found.group(2)));
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(text);
        return JsonMapper.shared().valueToTree(merged(loaded));
    }

    /** Puts what {@code <<} names where it stands, as Compose does. */
    private static Object merged(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Compose::merged).toList();
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<Object, Object> all = new LinkedHashMap<>();
        if (merged(map.get("<<")) instanceof Map<?, ?> shared) {
            all.putAll(shared);
        }
        map.forEach((key, each) -> all.put(key, merged(each)));
        all.remove("<<");
        return all;
    }

    /** The variables of the composition with their defaults. */
    static Map<String, String> variables() {
        Map<String, String> variables = new TreeMap<>();
        for (String file : List.of("compose.yaml", "compose.tls.yaml", "compose.apparmor.yaml")) {
            VARIABLE.matcher(read("compose/" + file))
                    .results()
                    .forEach(found -> variables.put(found.group(1), found.group(2)));
        }
        return variables;
    }

    /** The lines of {@code .env.example} that set something. */
    static Map<String, String> example() {
        Map<String, String> example = new TreeMap<>();
        read("compose/.env.example")
                .lines()
                .filter(line -> line.matches("\\w+=.*"))
                .forEach(line ->
                        example.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        return example;
    }

    /** The instructions of a target of the Dockerfile, its own stage alone, each on one line. */
    static List<String> stage(String target) {
        String all = dockerfile();
        Matcher stage = Pattern.compile("(?ms)^FROM \\S+ AS " + target + "\n(.*?)(?=^FROM |\\z)")
                .matcher(all);
        if (!stage.find()) {
            throw new IllegalStateException("no target " + target + " in the Dockerfile");
        }
        return stage.group(1).lines().filter(line -> !line.isBlank()).toList();
    }

    /** The Dockerfile without comments and with whole instructions on one line. */
    static String dockerfile() {
        return read("images/Dockerfile").replaceAll("(?m)^#.*\n", "").replaceAll("\\\\\n\\s*", "");
    }
}
