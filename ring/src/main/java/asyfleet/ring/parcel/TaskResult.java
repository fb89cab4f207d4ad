package asyfleet.ring.parcel;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a job: what a backend would have said of it.
 *
 * @param outputs in the order they were written
 * @param images the one that the program did not name itself comes last
 * @param tools what tells the programs that ran it from other versions of them, if the runner said so
 */
public record TaskResult(List<Output> outputs, List<Result> images, Complete complete, Optional<String> tools) {

    private static final String IMAGE = "image";
    private static final String OUTPUT = "output";
    private static final String TOOLS = "tools";

    public TaskResult {
        outputs = List.copyOf(outputs);
        images = List.copyOf(images);
    }

    public TaskResult(List<Output> outputs, List<Result> images, Complete complete) {
        this(outputs, images, complete, Optional.empty());
    }

    /** The same with that. */
    public TaskResult with(Complete other) {
        return new TaskResult(outputs, images, other, tools);
    }

    /** The same, run by these. */
    public TaskResult by(String shownTools) {
        return new TaskResult(outputs, images, complete, Optional.of(shownTools));
    }

    /** Of the messages of an execution, of which the last is {@code complete}. */
    public static TaskResult of(List<ServerMessage> said) {
        List<Output> outputs = new ArrayList<>();
        List<Result> images = new ArrayList<>();
        for (ServerMessage message : said) {
            if (message instanceof Output output) {
                outputs.add(output);
            } else if (message instanceof Result image) {
                images.add(image);
            }
        }
        return new TaskResult(outputs, images, (Complete) said.get(said.size() - 1));
    }

    /** Everything that the program wrote, in order. */
    public byte[] text() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        outputs.forEach(output -> text.writeBytes(output.contents()));
        return text.toByteArray();
    }

    public byte[] encode() {
        Map<String, String> fields = new LinkedHashMap<>();
        put(fields, "success", complete.success());
        put(fields, "error", complete.error());
        put(fields, "time", complete.timeMillis());
        put(fields, TOOLS, tools.orElse(null));
        Verdict verdict = complete.verdict();
        if (verdict != null) {
            put(fields, "code", verdict.code());
            put(fields, "stage", verdict.stage());
            put(fields, "limit", verdict.limit());
            put(fields, "measured", verdict.measured());
            verdict.details().forEach((name, value) -> put(fields, name, value));
        }
        return new Parcel(fields, parts()).encode();
    }

    private static void put(Map<String, String> fields, String name, Object value) {
        if (value != null) {
            fields.put(name, value.toString());
        }
    }

    private List<Parcel.Part> parts() {
        List<Parcel.Part> parts = new ArrayList<>();
        // Output comes in many small pieces; joined where they are of one stream, the head stays short.
        for (int i = 0; i < outputs.size(); ) {
            OutputStreamName stream = outputs.get(i).stream();
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (; i < outputs.size() && outputs.get(i).stream() == stream; i++) {
                joined.writeBytes(outputs.get(i).contents());
            }
            parts.add(new Parcel.Part(OUTPUT, lower(stream), joined.toByteArray()));
        }
        images.forEach(image -> parts.add(new Parcel.Part(IMAGE, lower(image.format()), image.contents())));
        return parts;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Empty if the bytes are the plain output of another program's runner. */
    public static Optional<TaskResult> decode(byte[] bytes) {
        return Parcel.decode(bytes)
                .filter(parcel -> parcel.fields().containsKey("success"))
                .map(TaskResult::read);
    }

    private static TaskResult read(Parcel parcel) {
        List<Output> outputs = new ArrayList<>();
        List<Result> images = new ArrayList<>();
        for (Parcel.Part part : parcel.parts()) {
            if (part.kind().equals(IMAGE)) {
                Format.ofWire(part.name()).ifPresent(format -> images.add(new Result(format, part.bytes())));
            } else if (part.kind().equals(OUTPUT)) {
                constant(OutputStreamName.class, part.name())
                        .ifPresent(stream -> outputs.add(new Output(stream, part.bytes())));
            }
        }
        Optional<String> tools = Optional.ofNullable(parcel.fields().get(TOOLS))
                .filter(text -> text.matches("[0-9A-Za-z.+-]{1,40}-[0-9a-f]{16}"));
        return new TaskResult(outputs, images, complete(parcel.fields()), tools);
    }

    private static Complete complete(Map<String, String> fields) {
        return new Complete(
                Boolean.parseBoolean(fields.get("success")),
                fields.get("error"),
                number(fields.get("time")),
                verdict(fields).orElse(null));
    }

    /** None if it has a code or stage that this version does not know. */
    private static Optional<Verdict> verdict(Map<String, String> fields) {
        return constant(EndCode.class, fields.get("code")).flatMap(code -> constant(Stage.class, fields.get("stage"))
                .map(stage -> new Verdict(
                        code, stage, number(fields.get("limit")), number(fields.get("measured")), details(fields))));
    }

    private static VerdictDetails details(Map<String, String> fields) {
        return new VerdictDetails(
                fields.get("file"),
                position(fields.get("line")),
                position(fields.get("column")),
                fields.get("summary"),
                fields.get("hint"),
                fields.get("fix"));
    }

    private static Integer position(String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.valueOf(text) : null;
    }

    /** As long as the bytes of any machine's memory need. */
    private static Long number(String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
    }

    private static <E extends Enum<E>> Optional<E> constant(Class<E> type, String text) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }
}
