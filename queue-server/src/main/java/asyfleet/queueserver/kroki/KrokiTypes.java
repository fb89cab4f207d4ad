package asyfleet.queueserver.kroki;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The types of diagrams in Kroki's URLs: those that Asymptote draws, and those that another server may.
 *
 * @param drawn the names of Asymptote, and the aliases that the operator gave it
 */
record KrokiTypes(Set<String> drawn) {

    /** The name for people. */
    static final String ASYMPTOTE = "asymptote";

    /** The second is what clients make of the language of a code block, or of the name of a file. */
    private static final List<String> NAMES = List.of(ASYMPTOTE, "asy");

    /** The first parts of paths that lead to something else. */
    static final Set<String> OTHER_PATHS = Set.of(
            "api",
            "web",
            "client",
            "viewer",
            "stats",
            "embed",
            "form",
            "ws",
            "health",
            "v1",
            "healthz",
            "readyz",
            "metrics",
            "favicon.ico");

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,39}");

    static KrokiTypes with(Set<String> aliases) {
        Set<String> drawn = new TreeSet<>(NAMES);
        drawn.addAll(aliases);
        return new KrokiTypes(drawn);
    }

    static String alias(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new IllegalArgumentException("expected small letters, digits, - and _, at most 40, a letter first");
        }
        if (OTHER_PATHS.contains(text)) {
            throw new IllegalArgumentException("expected a type of diagrams; this path leads to something else");
        }
        return text;
    }

    boolean isDrawn(String type) {
        return drawn.contains(type);
    }

    /** Whether a type could be one of another server. */
    boolean isForeign(String type) {
        return NAME.matcher(type).matches() && !OTHER_PATHS.contains(type) && !isDrawn(type);
    }
}
