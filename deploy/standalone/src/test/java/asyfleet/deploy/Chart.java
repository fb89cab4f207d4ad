package asyfleet.deploy;

import asyfleet.repository.Repository;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The Helm chart of the checkout, rendered by a real Helm. */
final class Chart {

    static final Path DEPLOY = Repository.root().resolve("deploy");
    private static final Path PLACE = DEPLOY.resolve("chart/asyfleet");
    private static final YAMLMapper YAML = YAMLMapper.shared();

    private Chart() {}

    static LintResult lint() {
        return new Helm(PLACE).lint().strict().call();
    }

    static TemplateCommand template() {
        return template(PLACE);
    }

    private static TemplateCommand template(Path chart) {
        return new Helm(chart)
                .template()
                .withName("asyfleet")
                .withNamespace("asyfleet")
                .withKubeVersion("1.34.0");
    }

    /** The objects that a values file gives. */
    static List<JsonNode> objects(Path values) {
        return objects(template().withValuesFile(values).call());
    }

    /**
     * The same with the pod of {@code helm test}: Helm leaves hooks out of what it renders, so this is a copy of the chart in
     * which it is none.
     */
    static List<JsonNode> objectsWithTest(Path values, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(PLACE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path there = copy.resolve(PLACE.relativize(file).toString());
                Files.createDirectories(there.getParent());
                Files.writeString(there, Files.readString(file).replaceAll("(?m)^ *helm.sh/hook: test\n", ""));
            }
        }
        return objects(template(copy).withValuesFile(values).call());
    }

    static List<JsonNode> objects(String rendered) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(rendered)) {
            return documents.readAll().stream().filter(JsonNode::isObject).toList();
        }
    }

    static String kind(JsonNode object) {
        return object.path("kind").asString();
    }

    static String name(JsonNode object) {
        return kind(object) + " " + object.at("/metadata/name").asString();
    }

    /** The pod that an object makes, or is; missing if it makes none. */
    static JsonNode pod(JsonNode object) {
        return kind(object).equals("Pod") ? object : object.at("/spec/template");
    }

    /** The object with this kind and name. */
    static JsonNode named(List<JsonNode> objects, String name) {
        return objects.stream()
                .filter(object -> name(object).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among "
                        + objects.stream().map(Chart::name).toList()));
    }

    static boolean has(JsonNode labels, JsonNode selector) {
        return selector.properties().stream().allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    }

    /** All containers of a pod, those that run before the others among them. */
    static List<JsonNode> containers(JsonNode pod) {
        return Stream.of("initContainers", "containers")
                .flatMap(field -> elements(pod.path("spec").path(field)).stream())
                .toList();
    }

    /** The value of a variable of the first container of a deployment. */
    static String variable(JsonNode deployment, String name) {
        return elements(containers(pod(deployment)).get(0).path("env")).stream()
                .filter(variable -> variable.path("name").asString().equals(name))
                .map(variable -> variable.path("value").asString())
                .findFirst()
                .orElseThrow();
    }

    static List<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
