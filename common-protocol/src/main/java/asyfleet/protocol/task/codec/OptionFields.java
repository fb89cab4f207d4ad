package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskRules;

/** The options of a task as fields of a JSON object, read in the same way at every door. */
public final class OptionFields {

    private static final FieldKind<Integer> TIMEOUT =
            FieldKind.integer(1, Integer.MAX_VALUE, "milliseconds, an integer over 0");
    private static final FieldKind<Integer> VERBOSITY =
            FieldKind.integer(0, TaskRules.MAX_VERBOSITY, TaskRules.VERBOSITIES);
    private static final FieldKind<StderrMode> STDERR = FieldKind.oneOf(StderrMode.class);

    /** A format by its name. */
    public static final FieldKind<Format> FORMAT = FieldKind.oneOf(Format.class);

    private OptionFields() {}

    /** Takes all fields, and refuses those that are no option. */
    public static Options read(Fields fields) {
        Options options = new Options(
                fields.optional("interactive", FieldKind.FLAG),
                fields.optional("timeout", TIMEOUT),
                fields.optional("format", FORMAT),
                fields.optional("stderr", STDERR),
                fields.optional("verbosity", VERBOSITY));
        fields.refuseOthers();
        return options;
    }
}
