package asyfleet.repository;

import asyfleet.repository.Build.Dependency;
import asyfleet.repository.Build.Module;
import asyfleet.repository.Build.Scope;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads the Maven build: the root POM, which manages versions and scopes, and the POMs of its modules. */
final class MavenBuild {

    private final Path root;
    private final Element pom;
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, Element> managed = new HashMap<>();

    private MavenBuild(Path root) {
        this.root = root;
        this.pom = parse(root.resolve("pom.xml"));
        properties.put("project.version", text(pom, "version"));
        elements(child(pom, "properties")).forEach(e -> properties.put(e.getTagName(), e.getTextContent()));
        managedDependencies().forEach(e -> managed.put(key(e), e));
    }

    static Build read(Path root) {
        return new MavenBuild(root).build();
    }

    private Build build() {
        Map<String, Module> modules = new TreeMap<>();
        elements(child(pom, "modules")).map(Element::getTextContent).forEach(path -> modules.put(path, module(path)));
        List<String> coordinates =
                List.of(text(pom, "groupId"), text(pom, "version"), properties.get("maven.compiler.release"));
        return new Build(coordinates, compilerArguments(), boms(), pinned(modules), modules);
    }

    private Module module(String path) {
        Element module = parse(root.resolve(path).resolve("pom.xml"));
        Set<Dependency> dependencies = new TreeSet<>();
        elements(child(module, "dependencies")).map(this::dependency).forEach(dependencies::add);
        Element own = child(module, "properties");
        return new Module(own == null ? "" : text(own, "main.class"), dependencies);
    }

    private Dependency dependency(Element declared) {
        Element manager = managed.get(key(declared));
        String scope = firstNonEmpty(text(declared, "scope"), text(manager, "scope"), "compile");
        String version = firstNonEmpty(text(declared, "version"), text(manager, "version"), "");
        return new Dependency(key(declared), Scope.valueOf(scope.toUpperCase(Locale.ROOT)), resolve(version));
    }

    private Set<String> boms() {
        return managedDependencies()
                .filter(e -> text(e, "scope").equals("import"))
                .map(e -> text(e, "groupId") + ":" + text(e, "artifactId") + ":" + resolve(text(e, "version")))
                .collect(Collectors.toSet());
    }

    /** The artifacts that the root POM manages although no module asks for them. */
    private Set<String> pinned(Map<String, Module> modules) {
        Set<String> asked = modules.values().stream()
                .flatMap(module -> module.dependencies().stream())
                .map(Dependency::coordinates)
                .collect(Collectors.toSet());
        return managed.entrySet().stream()
                .filter(entry -> !asked.contains(entry.getKey()))
                .filter(entry -> !text(entry.getValue(), "scope").equals("import"))
                .map(entry -> entry.getKey() + ":" + resolve(text(entry.getValue(), "version")))
                .collect(Collectors.toSet());
    }

    private Set<String> compilerArguments() {
        Element plugins = child(child(pom, "build", "pluginManagement"), "plugins");
        Element compiler = elements(plugins)
                .filter(e -> text(e, "artifactId").equals("maven-compiler-plugin"))
                .findFirst()
                .orElseThrow();
        Element configuration = child(compiler, "configuration");
        return Stream.concat(
                        elements(child(configuration, "compilerArgs")).map(Element::getTextContent),
                        Stream.of("-proc:" + text(configuration, "proc")))
                .collect(Collectors.toSet());
    }

    private Stream<Element> managedDependencies() {
        return elements(child(pom, "dependencyManagement", "dependencies"));
    }

    /** A test-jar is known by its classifier, as in Gradle. */
    private static String key(Element dependency) {
        String classifier = text(dependency, "type").equals("test-jar") ? "tests" : text(dependency, "classifier");
        String name = text(dependency, "groupId") + ":" + text(dependency, "artifactId");
        return classifier.isEmpty() ? name : name + ":" + classifier;
    }

    private String resolve(String value) {
        return value.startsWith("${") ? properties.get(value.substring(2, value.length() - 1)) : value;
    }

    private static String firstNonEmpty(String... values) {
        return Stream.of(values).filter(value -> !value.isEmpty()).findFirst().orElse("");
    }

    private static Element parse(Path file) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
        } catch (Exception e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }

    private static Element child(Element parent, String... path) {
        Element current = parent;
        for (String name : path) {
            current = elements(current)
                    .filter(e -> e.getTagName().equals(name))
                    .findFirst()
                    .orElse(null);
        }
        return current;
    }

    private static String text(Element parent, String name) {
        Element found = child(parent, name);
        return found == null ? "" : found.getTextContent().strip();
    }

    private static Stream<Element> elements(Element parent) {
        if (parent == null) {
            return Stream.empty();
        }
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast);
    }
}
