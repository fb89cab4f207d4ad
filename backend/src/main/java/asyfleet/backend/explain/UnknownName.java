package asyfleet.backend.explain;

import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The explanation of a name that Asymptote does not know: its module is not imported, or it is misspelt. */
final class UnknownName {

    private static final int MOST_NAMES = 20_000;

    private final String name;
    private final SourceFiles sources;
    private final Installed installed;
    private final Set<String> inScope = new TreeSet<>();

    /** @param file the one that uses the name */
    UnknownName(String name, String file, SourceFiles sources, Installed installed) {
        this.name = name;
        this.sources = sources;
        this.installed = installed;
        inScope.addAll(installed.builtIn());
        inScope.addAll(installed.modules().namesOf(new ImportedModules(sources).of(file)));
    }

    VerdictDetails explain(VerdictDetails plain) {
        if (inScope.contains(name)) {
            return plain.withHint("'" + name + "' is there, but not for these kinds of values");
        }
        List<String> modules = installed.modules().declaring(name);
        if (!modules.isEmpty()) {
            VerdictDetails hinted = plain.withHint(needs(modules));
            return modules.size() == 1 ? hinted.withFix(importOf(modules.get(0))) : hinted;
        }
        return near().map(plain::withHint).orElse(plain);
    }

    private Optional<String> near() {
        Set<String> known = new TreeSet<>(inScope);
        known.addAll(ownNames());
        Optional<String> near = NearName.of(name, known);
        if (near.isPresent()) {
            return near.map(UnknownName::didYouMean);
        }
        return NearName.of(name, installed.modules().namesOf(installed.modules().all()))
                .map(other ->
                        didYouMean(other) + " " + needs(installed.modules().declaring(other)));
    }

    private static String didYouMean(String other) {
        return "did you mean '" + other + "'?";
    }

    private static String needs(List<String> modules) {
        return modules.size() == 1
                ? "it needs: " + importOf(modules.get(0))
                : "it is in the modules " + String.join(", ", modules) + ": import one of them";
    }

    private static String importOf(String module) {
        return "import " + module + ";";
    }

    private Collection<String> ownNames() {
        Set<String> names = new TreeSet<>();
        for (String file : sources.names()) {
            sources.tokens(file).stream()
                    .filter(token -> token.kind() == Token.Kind.NAME)
                    .map(Token::text)
                    .takeWhile(text -> names.size() < MOST_NAMES)
                    .forEach(names::add);
        }
        return names;
    }
}
