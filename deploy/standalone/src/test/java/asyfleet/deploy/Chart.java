package asyfleet.deploy;

import asyfleet.repository.Repository;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.nio.file.Path;
import java.util.List;
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
        return new Helm(PLACE)
                .template()
                .withName("asyfleet")
                .withNamespace("asyfleet")
                .withKubeVersion("1.34.0");
    }

    /** The objects that a values file gives. */
    static List<JsonNode> objects(Path values) {
        return objects(template().withValuesFile(values).call());
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

    static List<JsonNode> containers(JsonNode pod) {
        return elements(pod.at("/spec/containers"));
    }

    static List<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
