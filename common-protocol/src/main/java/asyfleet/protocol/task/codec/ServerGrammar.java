package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Denied;
import asyfleet.protocol.task.ServerMessage.Missing;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Queue;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.protocol.wire.FrameGatherer.Expected;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@link ServerMessage} as frames. Reading ignores fields, codes and stages that it does not know, so that a newer
 * server may say more to an older client; what it knows must still be well formed.
 */
final class ServerGrammar implements Grammar<ServerMessage> {

    private static final FieldKind<Format> FORMAT = FieldKind.oneOf(Format.class);
    private static final FieldKind<OutputStreamName> STREAM = FieldKind.oneOf(OutputStreamName.class);
    private static final Writer WRITER = new Writer();

    private final TaskLimits limits;

    ServerGrammar(TaskLimits limits) {
        this.limits = limits;
    }

    @Override
    public Header<ServerMessage> read(String text) {
        TaskText line = TaskText.parse(text);
        return switch (line.verb()) {
            case "missing" -> Header.whole(readMissing(line.entries()));
            case "queue" -> Header.whole(readQueue(line.fields()));
            case "result" -> readResult(line.fields());
            case "output" -> readOutput(line.fields());
            case "complete" -> Header.whole(readComplete(line.fields()));
            case "denied" -> Header.whole(readDenied(line.fields()));
            default ->
                throw new ProtocolException("unknown message " + Excerpt.of(line.verb())
                        + "; expected missing, queue, result, output, complete or denied");
        };
    }

    private static Missing readMissing(List<Fields> entries) {
        return new Missing(entries.stream()
                .map(entry -> new MissingFile(
                        entry.required("filename", FieldKind.TEXT), entry.required("hash", FieldKind.HASH)))
                .toList());
    }

    private static Queue readQueue(Fields fields) {
        return new Queue(
                fields.required("passed", FieldKind.FLAG),
                fields.optional("estimate", FieldKind.COUNT),
                fields.optional("timeout", OptionFields.TIMEOUT),
                readAbsent(fields),
                fields.optional("lost", FieldKind.FLAG));
    }

    private static Set<Absence> readAbsent(Fields fields) {
        Set<Absence> absent = EnumSet.noneOf(Absence.class);
        for (Absence absence : Absence.values()) {
            Long there = fields.optional(absence.field(), FieldKind.COUNT);
            if (there != null && there == 0) {
                absent.add(absence);
            }
        }
        return absent;
    }

    private Header<ServerMessage> readResult(Fields fields) {
        Format format = fields.required("format", FORMAT);
        String name = fields.optional("name", FieldKind.TEXT);
        Expected expected =
                new Expected("the contents of result", limits.frames().maxResultBytes());
        return Header.followed(expected, contents -> new Result(format, contents, name));
    }

    private Header<ServerMessage> readOutput(Fields fields) {
        OutputStreamName stream = fields.required("stream", STREAM);
        Expected expected =
                new Expected("the contents of output", limits.frames().maxOutputBytes());
        return Header.followed(expected, contents -> new Output(stream, contents));
    }

    private static Complete readComplete(Fields fields) {
        return new Complete(
                fields.required("success", FieldKind.FLAG),
                fields.optional("error", FieldKind.TEXT),
                fields.optional("time", FieldKind.COUNT),
                VerdictFields.read(fields),
                fields.optional("trace", FieldKind.TEXT));
    }

    private static Denied readDenied(Fields fields) {
        return new Denied(
                fields.required("error", FieldKind.TEXT),
                VerdictFields.readCode(fields),
                fields.optional("trace", FieldKind.TEXT));
    }

    @Override
    public Encoded write(ServerMessage message) {
        return message.accept(WRITER);
    }

    private static final class Writer implements ServerMessage.Handler<Encoded> {

        @Override
        public Encoded on(Missing missing) {
            List<Map<String, Object>> files = missing.files().stream()
                    .map(file -> new TaskText.Writer("missing")
                            .put("filename", file.filename())
                            .put("hash", file.hash())
                            .fields())
                    .toList();
            return new Encoded(TaskText.write("missing", files), null);
        }

        @Override
        public Encoded on(Queue queue) {
            TaskText.Writer text = new TaskText.Writer("queue")
                    .put("passed", queue.passed())
                    .put("estimate", queue.estimateMillis())
                    .put("timeout", queue.timeoutMillis());
            for (Absence absence : Absence.values()) {
                text.put(absence.field(), queue.absent().contains(absence) ? 0 : null);
            }
            return text.put("lost", queue.lost()).alone();
        }

        @Override
        public Encoded on(Result result) {
            return new TaskText.Writer("result")
                    .put("format", result.format())
                    .put("name", result.name())
                    .followedBy(result.contents());
        }

        @Override
        public Encoded on(Output output) {
            return new TaskText.Writer("output").put("stream", output.stream()).followedBy(output.contents());
        }

        @Override
        public Encoded on(Complete complete) {
            TaskText.Writer text = new TaskText.Writer("complete")
                    .put("success", complete.success())
                    .put("error", complete.error())
                    .put("time", complete.timeMillis());
            text = complete.verdict() == null ? text.put("summary", complete.error()) : put(text, complete.verdict());
            return text.put("trace", complete.trace()).alone();
        }

        private static TaskText.Writer put(TaskText.Writer text, Verdict verdict) {
            text.put("code", verdict.code())
                    .put("stage", verdict.stage())
                    .put("limit", verdict.limit())
                    .put("measured", verdict.measured());
            verdict.details().forEach(text::put);
            return text;
        }

        @Override
        public Encoded on(Denied denied) {
            TaskText.Writer text =
                    new TaskText.Writer("denied").put("error", denied.error()).put("code", denied.code());
            denied.verdict().details().forEach(text::put);
            return text.put("trace", denied.trace()).alone();
        }
    }
}
