package asyfleet.repository;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The content of a build, in words that Maven and Gradle have in common.
 *
 * @param coordinates group, version and Java release of the product
 * @param compilerArguments what javac is told besides the release
 * @param boms bills of materials, as {@code group:artifact:version}
 * @param pinned versions of libraries that only other libraries ask for, as {@code group:artifact:version}
 * @param modules by path, such as {@code deploy/standalone}
 */
record Build(
        List<String> coordinates,
        Set<String> compilerArguments,
        Set<String> boms,
        Set<String> pinned,
        Map<String, Module> modules) {

    /** One module: the class that its artefact starts (empty if none), and its dependencies. */
    record Module(String mainClass, Set<Dependency> dependencies) {}

    /**
     * One dependency of a module.
     *
     * @param coordinates {@code group:artifact}, then {@code :classifier} if there is one
     * @param version empty if a BOM gives it
     */
    record Dependency(String coordinates, Scope scope, String version) implements Comparable<Dependency> {

        @Override
        public int compareTo(Dependency other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return coordinates + " " + (version.isEmpty() ? "(version from a BOM)" : version) + " for " + scope;
        }
    }

    enum Scope {
        COMPILE,
        RUNTIME,
        PROVIDED,
        TEST
    }

    /** Every difference in words, {@code this} being Maven's; empty if the builds are equal. */
    List<String> differencesFrom(Build gradle) {
        List<String> found = new ArrayList<>();
        compare(found, "product", Set.copyOf(coordinates), Set.copyOf(gradle.coordinates));
        compare(found, "compiler arguments", compilerArguments, gradle.compilerArguments);
        compare(found, "BOMs", boms, gradle.boms);
        compare(found, "pinned", pinned, gradle.pinned);
        compare(found, "modules", modules.keySet(), gradle.modules.keySet());
        for (String path : new TreeSet<>(modules.keySet())) {
            Module other = gradle.modules.get(path);
            if (other != null) {
                Module mine = modules.get(path);
                compare(found, path + ", main class", Set.of(mine.mainClass), Set.of(other.mainClass));
                compare(found, path, mine.dependencies, other.dependencies);
            }
        }
        return found;
    }

    private static <T> void compare(List<String> found, String where, Set<T> maven, Set<T> gradle) {
        Map<String, String> lines = new TreeMap<>();
        maven.stream().filter(item -> !gradle.contains(item)).forEach(item -> lines.put("" + item, "only in Maven"));
        gradle.stream().filter(item -> !maven.contains(item)).forEach(item -> lines.put("" + item, "only in Gradle"));
        lines.forEach((item, who) -> found.add(where + ": " + item + ": " + who));
    }
}
