package asyfleet.backend.explain;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The choice of the words that explain the end of a task to people. Any thread. */
public final class Explainer {

    /** Explains one kind of mistake, or leaves it to the next rule. */
    interface Rule {
        Optional<VerdictDetails> explain(FailedTask failure, Installed installed);
    }

    /** In order: what is most exact comes first. docs/errors.md has a line for each mistake. */
    private static final List<Rule> RULES = List.of(
            SourceComplaints::explain,
            ToolComplaints::missingModule,
            ToolComplaints::missingProgram,
            ToolComplaints::animation,
            TexComplaints::explain,
            ToolComplaints::unknownFormat,
            ToolComplaints::ofTheSystem,
            ToolComplaints::withoutWords);

    /** Their limits explain others. */
    private static final Set<EndCode> ENDED_BY_ITSELF =
            EnumSet.of(EndCode.EXIT_CODE, EndCode.SIGNAL, EndCode.NO_IMAGE, EndCode.DISK_LIMIT);

    private static final int MOST_LETTERS = 300;

    private final Supplier<Installed> installed;

    /** @param installed asked when a task has failed */
    public Explainer(Supplier<Installed> installed) {
        this.installed = installed;
    }

    /** The verdict with all the words that there are for it; never fails. */
    public Verdict explain(Verdict verdict, OutputScan scan, Map<String, byte[]> files, Optional<String> main) {
        FailedTask failure = FailedTask.of(verdict, scan, files, main);
        if (ENDED_BY_ITSELF.contains(verdict.code())) {
            return explained(failure, RULES);
        }
        // TeX that found a mistake may wait for an answer that never comes.
        return verdict.code() == EndCode.TIME_LIMIT && scan.texComplained()
                ? explained(failure, List.of(TexComplaints::explain))
                : verdict;
    }

    private Verdict explained(FailedTask failure, List<Rule> rules) {
        Installed known = installed.get();
        return rules.stream()
                .flatMap(rule -> rule.explain(failure, known).stream())
                .findFirst()
                .map(Explainer::clean)
                .map(failure.verdict()::explained)
                .orElse(failure.verdict());
    }

    /** Words that come from a program are shown to people: on one line, short, with nothing that drives a terminal. */
    private static VerdictDetails clean(VerdictDetails words) {
        return new VerdictDetails(
                words.file(), words.line(), words.column(), clean(words.summary()), clean(words.hint()), words.fix());
    }

    private static String clean(String text) {
        if (text == null) {
            return null;
        }
        String plain = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}]", " ");
        return plain.length() <= MOST_LETTERS ? plain : plain.substring(0, MOST_LETTERS) + "…";
    }
}
