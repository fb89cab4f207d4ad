package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskRules;
import java.util.List;
import java.util.Map;

/** The options of a task as fields of a JSON object, read in the same way at every door. */
public final class OptionFields {

    static final FieldKind<Integer> TIMEOUT =
            FieldKind.integer(1, Integer.MAX_VALUE, "milliseconds, an integer over 0");
    private static final FieldKind<Integer> VERBOSITY =
            FieldKind.integer(0, TaskRules.MAX_VERBOSITY, TaskRules.VERBOSITIES);
    private static final FieldKind<StderrMode> STDERR = FieldKind.oneOf(StderrMode.class);

    private static final FieldKind<Integer> SCALE =
            FieldKind.integer(1, PictureOptions.MAX_SCALE, "an integer from 1 to " + PictureOptions.MAX_SCALE);
    private static final FieldKind<Integer> DPI = FieldKind.integer(
            PictureOptions.DPI_OF_SCALE,
            PictureOptions.MAX_DPI,
            "an integer from " + PictureOptions.DPI_OF_SCALE + " to " + PictureOptions.MAX_DPI);

    /** A format by its name. */
    public static final FieldKind<Format> FORMAT = FieldKind.oneOf(Format.class);

    private static final FieldKind<List<Format>> FORMATS = FieldKind.several(Format.class);

    private OptionFields() {}

    /** Takes all fields, and refuses those that are no option. */
    public static Options read(Fields fields) {
        Options options = new Options(
                fields.optional("interactive", FieldKind.FLAG),
                fields.optional("timeout", TIMEOUT),
                fields.optional("format", FORMAT),
                fields.optional("stderr", STDERR),
                fields.optional("verbosity", VERBOSITY),
                pictures(fields));
        fields.refuseOthers();
        return options;
    }

    /** The same fields, as far as they are said. */
    public static Map<String, Object> write(Options options) {
        PictureOptions picture = options.picture();
        return new TaskText.Writer("options")
                .put("interactive", options.interactive())
                .put("timeout", options.timeoutMillis())
                .put("format", options.format())
                .put("stderr", options.stderr())
                .put("verbosity", options.verbosity())
                .put("formats", wire(picture.formats()))
                .put("dpi", picture.dpi())
                .put("transparent", picture.transparent())
                .put("text", picture.text())
                .fields();
    }

    private static List<String> wire(List<Format> formats) {
        return formats == null ? null : formats.stream().map(Format::wire).toList();
    }

    private static PictureOptions pictures(Fields fields) {
        List<Format> formats = fields.optional("formats", FORMATS);
        Integer scale = fields.optional("scale", SCALE);
        Integer dpi = fields.optional("dpi", DPI);
        fields.notBoth("format", "formats");
        fields.notBoth("scale", "dpi");
        return new PictureOptions(
                formats,
                scale == null ? dpi : (Integer) (scale * PictureOptions.DPI_OF_SCALE),
                fields.optional("transparent", FieldKind.FLAG),
                fields.optional("text", FieldKind.FLAG));
    }
}
