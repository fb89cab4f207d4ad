package asyfleet.backend.explain;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The modules that programs on this machine may import, and the names that each brings. Never changes. */
final class Modules {

    /** Everything has its names already. */
    private static final String BASE = "plain";

    /** By file: parts of modules have files of their own. */
    private final Map<String, Set<String>> own = new TreeMap<>();

    private final Map<String, Set<String>> imports = new TreeMap<>();

    Modules(Map<String, ModuleSource> sources) {
        sources.forEach((file, source) -> {
            if (!file.startsWith(BASE)) {
                own.put(file, source.names());
                Set<String> others = new TreeSet<>(source.imports());
                others.addAll(source.includes());
                imports.put(file, others);
            }
        });
    }

    Set<String> all() {
        return own.keySet().stream()
                .filter(file -> file.equals(moduleOf(file)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Asymptote's own modules have parts: {@code three_surface} is a part of {@code three}. */
    private String moduleOf(String file) {
        int end = file.indexOf('_');
        return end > 0 && own.containsKey(file.substring(0, end)) ? file.substring(0, end) : file;
    }

    /** The names that are there once these are imported. */
    Set<String> namesOf(Collection<String> modules) {
        Set<String> names = new TreeSet<>();
        closure(modules).forEach(module -> names.addAll(own.getOrDefault(module, Set.of())));
        return names;
    }

    /** The modules that declare a name, but not those that only come with another one of them. */
    List<String> declaring(String name) {
        Set<String> declaring = own.entrySet().stream()
                .filter(file -> file.getValue().contains(name))
                .map(file -> moduleOf(file.getKey()))
                .collect(Collectors.toCollection(TreeSet::new));
        return declaring.stream()
                .filter(module -> closure(Set.of(module)).stream()
                        .map(this::moduleOf)
                        .allMatch(other -> other.equals(module) || !declaring.contains(other)))
                .toList();
    }

    private Set<String> closure(Collection<String> modules) {
        Set<String> reached = new TreeSet<>();
        modules.forEach(module -> reach(module, reached));
        return reached;
    }

    private void reach(String module, Set<String> reached) {
        if (reached.add(module)) {
            imports.getOrDefault(module, Set.of()).forEach(next -> reach(next, reached));
        }
    }
}
