package asyfleet.backend.explain;

import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for what Asymptote says about a place in one of the task's own files. */
final class SourceComplaints {

    private static final Pattern UNKNOWN_NAME =
            Pattern.compile("no (?:matching variable|matching function|type of name) '(\\w+)[^']*'");

    private SourceComplaints() {}

    static Optional<VerdictDetails> explain(FailedTask failure, Installed installed) {
        return failure.scan().ownComplaint().map(complaint -> explain(complaint, failure.sources(), installed));
    }

    private static VerdictDetails explain(Complaint complaint, SourceFiles sources, Installed installed) {
        int column = sources.column(complaint.file(), complaint.line(), complaint.column());
        VerdictDetails plain = VerdictDetails.of(complaint.message()).at(complaint.file(), complaint.line(), column);
        return switch (complaint.message()) {
            case "syntax error" -> Syntax.error(plain, sources.tokens(complaint.file()));
            case "unexpected end of input" -> Syntax.endOfInput(plain, sources.tokens(complaint.file()));
            case "string not terminated" -> Syntax.openString(plain, sources.tokens(complaint.file()));
            case "invalid token '\\'" ->
                plain.withHint("LaTeX belongs into strings, for example: label(\"$\\alpha$\", (0,0));");
            case "Stack overflow" ->
                VerdictDetails.of("A function calls itself without end", "let it return before it calls itself again")
                        .at(complaint.file(), complaint.line(), column);
            default -> unknownName(plain, complaint, sources, installed);
        };
    }

    private static VerdictDetails unknownName(
            VerdictDetails plain, Complaint complaint, SourceFiles sources, Installed installed) {
        Matcher unknown = UNKNOWN_NAME.matcher(complaint.message());
        return unknown.matches()
                ? new UnknownName(unknown.group(1), complaint.file(), sources, installed).explain(plain)
                : plain;
    }
}
