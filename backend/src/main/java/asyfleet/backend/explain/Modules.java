package asyfleet.backend.explain;

import java.util.Collection;
import java.util.HashSet;
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

    private final Map<String, Set<String>> own = new TreeMap<>();
    private final Map<String, Set<String>> imports = new TreeMap<>();

    Modules(Map<String, ModuleSource> sources) {
        Set<String> parts = sources.values().stream()
                .flatMap(source -> source.includes().stream())
                .collect(Collectors.toSet());
        sources.forEach((module, source) -> {
            if (!parts.contains(module) && !module.startsWith(BASE)) {
                own.put(module, namesWithParts(module, sources, new HashSet<>()));
                imports.put(module, source.imports());
            }
        });
    }

    private static Set<String> namesWithParts(String module, Map<String, ModuleSource> sources, Set<String> seen) {
        Set<String> names = new TreeSet<>();
        ModuleSource source = sources.get(module);
        if (source != null && seen.add(module)) {
            names.addAll(source.names());
            source.includes().forEach(part -> names.addAll(namesWithParts(part, sources, seen)));
        }
        return names;
    }

    Set<String> all() {
        return own.keySet();
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
                .filter(module -> module.getValue().contains(name))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        return declaring.stream()
                .filter(module -> imports.get(module).stream().noneMatch(imported -> closure(Set.of(imported)).stream()
                        .anyMatch(declaring::contains)))
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
