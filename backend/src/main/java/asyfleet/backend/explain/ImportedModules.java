package asyfleet.backend.explain;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The modules that bring names to one file of a task: those that it names itself, and those of the task's own files that
 * it imports or includes. A file that is included is a part of the one that includes it, so it has the names of that, too.
 */
final class ImportedModules {

    private static final Set<String> NAMING = Set.of("import", "include", "access", "from");
    private static final String ENDING = ".asy";

    private final SourceFiles sources;

    /** For each file and each of the words, the names that follow the word there. */
    private final Map<String, Map<String, Set<String>>> named = new HashMap<>();

    ImportedModules(SourceFiles sources) {
        this.sources = sources;
        sources.names().forEach(file -> named.put(file, namedIn(file)));
    }

    private Map<String, Set<String>> namedIn(String file) {
        Map<String, Set<String>> found = new HashMap<>();
        List<Token> tokens = sources.tokens(file);
        for (int i = 1; i < tokens.size(); i++) {
            if (NAMING.contains(tokens.get(i - 1).text())) {
                found.computeIfAbsent(tokens.get(i - 1).text(), word -> new TreeSet<>())
                        .add(tokens.get(i).text());
            }
        }
        return found;
    }

    Set<String> of(String file) {
        Set<String> whole = new LinkedHashSet<>();
        addIncluding(file, whole);
        Set<String> modules = new TreeSet<>();
        Set<String> read = new TreeSet<>();
        whole.forEach(part -> read(part, read, modules));
        return modules;
    }

    private void addIncluding(String file, Set<String> whole) {
        if (whole.add(file)) {
            named.forEach((other, words) -> words.getOrDefault("include", Set.of()).stream()
                    .filter(included -> fileOf(included).equals(file))
                    .forEach(included -> addIncluding(other, whole)));
        }
    }

    private void read(String file, Set<String> read, Set<String> modules) {
        if (read.add(file)) {
            named.getOrDefault(file, Map.of()).forEach((word, names) -> {
                modules.addAll(names);
                if (word.equals("import") || word.equals("include")) {
                    names.forEach(name -> read(fileOf(name), read, modules));
                }
            });
        }
    }

    private static String fileOf(String module) {
        return module.endsWith(ENDING) ? module : module + ENDING;
    }
}
