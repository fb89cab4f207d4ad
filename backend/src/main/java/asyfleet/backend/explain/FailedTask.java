package asyfleet.backend.explain;

import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.Map;
import java.util.Optional;

/** A task that failed, as far as rules need it. */
record FailedTask(Verdict verdict, OutputScan scan, SourceFiles sources) {

    static FailedTask of(Verdict verdict, OutputScan scan, Map<String, byte[]> files, Optional<String> main) {
        return new FailedTask(verdict, scan, new SourceFiles(files, main));
    }

    /** The same about the place of a token, if there is one. */
    static VerdictDetails at(Optional<SourceFiles.Found> found, VerdictDetails details) {
        return found.map(place -> details.at(
                        place.file(), place.token().line(), place.token().column()))
                .orElse(details);
    }
}
