package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;

/** The reader of a verdict from the fields of a JSON object, which are the same on every way. */
public final class VerdictFields {

    private static final FieldKind<Integer> LINE = FieldKind.integer(1, Integer.MAX_VALUE, "a line number");
    private static final FieldKind<Integer> COLUMN = FieldKind.integer(1, Integer.MAX_VALUE, "a column number");

    private VerdictFields() {}

    /** Null also for a code or stage of a newer version: what this version cannot name it treats as not said. */
    public static Verdict read(Fields fields) {
        EndCode code = readCode(fields);
        Stage stage = Stage.ofWire(fields.optional("stage", FieldKind.TEXT, "")).orElse(null);
        if (code == null || stage == null) {
            return null;
        }
        return new Verdict(
                code,
                stage,
                fields.optional("limit", FieldKind.ANY_NUMBER),
                fields.optional("measured", FieldKind.ANY_NUMBER),
                readDetails(fields));
    }

    private static VerdictDetails readDetails(Fields fields) {
        return new VerdictDetails(
                fields.optional("file", FieldKind.TEXT),
                fields.optional("line", LINE),
                fields.optional("column", COLUMN),
                fields.optional("summary", FieldKind.TEXT),
                fields.optional("hint", FieldKind.TEXT),
                fields.optional("fix", FieldKind.TEXT));
    }

    static EndCode readCode(Fields fields) {
        return EndCode.ofWire(fields.optional("code", FieldKind.TEXT, "")).orElse(null);
    }
}
