package asyfleet.repository;

import asyfleet.repository.Build.Dependency;
import asyfleet.repository.Build.Module;
import asyfleet.repository.Build.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the Gradle build: settings, version catalog, and build files. It understands the forms that these files use
 * and refuses any other line among the dependencies, so nothing slips by unread.
 */
final class GradleBuild {

    private static final Pattern INCLUDE = Pattern.compile("(?m)^include\\(\"([^\"]+)\"\\)$");
    private static final Pattern VERSION = Pattern.compile("(?m)^(\\w+) = \"([^\"]+)\"$");
    private static final Pattern LIBRARY =
            Pattern.compile("(?m)^([\\w-]+) = \\{ module = \"([^\"]+)\"(?:, version\\.ref = \"(\\w+)\")? \\}$");
    private static final Pattern DEPENDENCIES = Pattern.compile("(?ms)^dependencies \\{$(.*?)^\\}$");
    private static final Pattern DECLARATION = Pattern.compile("(\\w+)\\((.+)\\)");
    private static final Pattern CONSTRAINT = Pattern.compile("constraints \\{ api\\(libs\\.([\\w.]+)\\) \\}");
    private static final Pattern MAIN_CLASS = Pattern.compile("mainClass\\.set\\(\"([^\"]+)\"\\)");

    private static final Pattern PLATFORM = Pattern.compile("platform\\(libs\\.([\\w.]+)\\)");
    private static final Pattern PLAIN = Pattern.compile("libs\\.([\\w.]+)");
    private static final Pattern CLASSIFIED =
            Pattern.compile("variantOf\\(libs\\.([\\w.]+)\\) \\{ classifier\\(\"([^\"]+)\"\\) \\}");
    private static final Pattern PROJECT = Pattern.compile("project\\(\":([^\"]+)\"\\)");
    private static final Pattern TEST_FIXTURE =
            Pattern.compile("project\\(path = \":([^\"]+)\", configuration = \"testFixture\"\\)");

    /** Surefire brings this one by itself; Gradle wants it named. */
    private static final String LAUNCHER = "testRuntimeOnly(libs.junit.platform.launcher)";

    private final Path root;
    private final String script;
    private final Map<String, Library> catalog;
    private final Set<String> boms = new TreeSet<>();
    private final Set<String> pinned = new TreeSet<>();

    private record Library(String module, String version) {

        String coordinates() {
            return module + ":" + version;
        }
    }

    private GradleBuild(Path root) {
        this.root = root;
        this.script = Repository.read(root.resolve("build.gradle.kts"));
        this.catalog = readCatalog(Repository.read(root.resolve("gradle/libs.versions.toml")));
    }

    static Build read(Path root) {
        return new GradleBuild(root).build();
    }

    private Build build() {
        Map<String, Module> modules = new TreeMap<>();
        for (String name : all(INCLUDE, Repository.read(root.resolve("settings.gradle.kts")))) {
            String path = name.replace(':', '/');
            modules.put(path, module(path));
        }
        List<String> coordinates = List.of(
                first("group = \"(.+)\"", script),
                first("version = \"(.+)\"", script),
                first("release.set\\((.+)\\)", script));
        return new Build(coordinates, compilerArguments(), boms, pinned, modules);
    }

    private Module module(String path) {
        String file = Repository.read(root.resolve(path).resolve("build.gradle.kts"));
        Set<Dependency> dependencies = new TreeSet<>();
        all(DEPENDENCIES, file).stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//") && !line.equals(LAUNCHER))
                .forEach(line -> declare(dependencies, path, line));
        return new Module(String.join("", all(MAIN_CLASS, file)), dependencies);
    }

    private void declare(Set<Dependency> dependencies, String path, String line) {
        Matcher constraint = CONSTRAINT.matcher(line);
        Matcher declaration = DECLARATION.matcher(line);
        if (constraint.matches()) {
            pinned.add(library(constraint.group(1)).coordinates());
        } else if (declaration.matches()) {
            depend(dependencies, declaration.group(1), declaration.group(2));
        } else {
            throw new IllegalStateException(path + "/build.gradle.kts: expected CONFIGURATION(...), got: " + line);
        }
    }

    private void depend(Set<Dependency> dependencies, String configuration, String argument) {
        Matcher platform = PLATFORM.matcher(argument);
        if (platform.matches()) {
            boms.add(library(platform.group(1)).coordinates());
        } else {
            dependencies.add(dependency(argument, scope(configuration)));
        }
    }

    private Dependency dependency(String argument, Scope scope) {
        Matcher plain = PLAIN.matcher(argument);
        if (plain.matches()) {
            return new Dependency(library(plain.group(1)).module, scope, library(plain.group(1)).version);
        }
        Matcher classified = CLASSIFIED.matcher(argument);
        if (classified.matches()) {
            Library library = library(classified.group(1));
            return new Dependency(library.module + ":" + classified.group(2), scope, library.version);
        }
        return projectDependency(argument, scope);
    }

    private Dependency projectDependency(String argument, Scope scope) {
        String version = first("version = \"(.+)\"", script);
        Matcher project = PROJECT.matcher(argument);
        if (project.matches()) {
            return new Dependency("asyfleet:" + project.group(1), scope, version);
        }
        Matcher fixture = TEST_FIXTURE.matcher(argument);
        if (fixture.matches()) {
            return new Dependency("asyfleet:" + fixture.group(1) + ":tests", scope, version);
        }
        throw new IllegalStateException("a form of dependency that this reader does not know: " + argument);
    }

    private static Scope scope(String configuration) {
        return switch (configuration) {
            case "api", "implementation" -> Scope.COMPILE;
            case "runtimeOnly" -> Scope.RUNTIME;
            case "web" -> Scope.PROVIDED;
            case "testImplementation" -> Scope.TEST;
            default -> throw new IllegalStateException("no Maven scope is like the configuration " + configuration);
        };
    }

    private Library library(String accessor) {
        Library found = catalog.get(accessor.replace('.', '-'));
        if (found == null) {
            throw new IllegalStateException("libs." + accessor + " is not in gradle/libs.versions.toml");
        }
        return found;
    }

    private Set<String> compilerArguments() {
        return Set.copyOf(all(Pattern.compile("\"(-[^\"]+)\""), first("listOf\\((.+)\\)", script)));
    }

    private static Map<String, Library> readCatalog(String toml) {
        Map<String, String> versions = VERSION.matcher(toml)
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
        return LIBRARY.matcher(toml)
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> toLibrary(match, versions)));
    }

    private static Library toLibrary(MatchResult match, Map<String, String> versions) {
        String reference = match.group(3);
        if (reference != null && !versions.containsKey(reference)) {
            throw new IllegalStateException("no version is called " + reference + " in gradle/libs.versions.toml");
        }
        return new Library(match.group(2), reference == null ? "" : versions.get(reference));
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static String first(String pattern, String text) {
        List<String> found = all(Pattern.compile(pattern), text);
        if (found.isEmpty()) {
            throw new IllegalStateException("build.gradle.kts has nothing like " + pattern);
        }
        return found.get(0);
    }
}
