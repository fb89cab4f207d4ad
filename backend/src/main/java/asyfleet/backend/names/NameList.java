package asyfleet.backend.names;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declarations that {@code asy -l} lists, by module.
 *
 * @param modules module → declarations, such as {@code real cbrt(real x)}
 */
record NameList(Map<String, Set<String>> modules) {

    /** The module whose names every program has. */
    static final String BASE = "plain";

    /**
     * As in {@code /usr/share/asymptote/graph.asy: 1919.12: guide graph(picture pic=<default>, …);}. Asymptote 3 writes nothing
     * between the place and the declaration.
     */
    private static final Pattern PLACED = Pattern.compile("(?:.*/)?([^/]+)\\.asy: \\d+\\.\\d+(?:: )?(.+);");

    private static final Pattern OPERATOR = Pattern.compile(".*\\boperator\\b.*");
    private static final int LONGEST = 2000;

    /**
     * @param base what {@code asy -l} says of the names that every program has
     * @param placed what {@code asy -l -where} says of modules: between declarations stand lines of their sources
     * @param moduleOf the module that a file is a part of
     */
    static NameList of(String base, String placed, Function<String, String> moduleOf) {
        NameList list = new NameList(new TreeMap<>());
        base.lines()
                .filter(line -> line.endsWith(";"))
                .forEach(line -> list.add(BASE, line.substring(0, line.length() - 1)));
        placed.lines().forEach(line -> {
            Matcher found = PLACED.matcher(line);
            if (found.matches()) {
                list.add(moduleOf.apply(found.group(1)), found.group(2));
            }
        });
        return list;
    }

    private void add(String module, String declaration) {
        if (declaration.length() <= LONGEST && !OPERATOR.matcher(declaration).matches()) {
            modules.computeIfAbsent(module, unused -> new TreeSet<>()).add(declaration);
        }
    }

    Optional<Set<String>> of(String module) {
        return Optional.ofNullable(modules.get(module));
    }
}
