package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ClientMessage.Add;
import asyfleet.protocol.task.ClientMessage.Input;
import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.ClientMessage.Run;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskFiles;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.protocol.wire.FrameGatherer.Expected;

/**
 * {@link ClientMessage} as frames. Reading is strict: what is not known is refused, because a server that ignores a
 * misspelt option does something else than it was asked for. Confined to one channel's event loop, for it counts what
 * that channel uploads.
 */
final class ClientGrammar implements Grammar<ClientMessage> {

    private static final Writer WRITER = new Writer();

    private final TaskLimits limits;
    private final TaskFiles files;

    ClientGrammar(TaskLimits limits) {
        this.limits = limits;
        this.files = new TaskFiles(limits.files());
    }

    @Override
    public Header<ClientMessage> read(String text) {
        TaskText line = TaskText.parse(text);
        return switch (line.verb()) {
            case "add" -> readAdd(line.fields());
            case "options" -> Header.whole(OptionFields.read(line.fields()));
            case "run" -> readRun(line);
            case "input" -> readInput(line);
            default ->
                throw new ProtocolException(
                        "unknown message " + Excerpt.of(line.verb()) + "; expected add, options, run or input");
        };
    }

    private Header<ClientMessage> readAdd(Fields fields) {
        String filename = fields.required("filename", FieldKind.TEXT);
        boolean main = fields.required("main", FieldKind.FLAG);
        String hash = fields.optional("hash", FieldKind.HASH);
        boolean restore = fields.optional("restore", FieldKind.FLAG, false);
        fields.refuseOthers();
        Expected expected = new Expected("the contents of " + filename, files.announce(filename, main));
        if (restore) {
            fields.required("hash", FieldKind.HASH);
            files.count(filename, 0);
            return Header.whole(Add.restored(filename, main, hash));
        }
        return Header.followed(expected, contents -> {
            files.count(filename, contents.length);
            return new Add(filename, main, hash, false, contents);
        });
    }

    private static Header<ClientMessage> readRun(TaskText line) {
        line.expectNoJson();
        return Header.whole(new Run());
    }

    private Header<ClientMessage> readInput(TaskText line) {
        line.expectNoJson();
        return Header.followed(
                new Expected("the contents of input", limits.frames().maxInputBytes()), Input::new);
    }

    @Override
    public Encoded write(ClientMessage message) {
        return message.accept(WRITER);
    }

    private static final class Writer implements ClientMessage.Handler<Encoded> {

        @Override
        public Encoded on(Add add) {
            return new TaskText.Writer("add")
                    .put("filename", add.filename())
                    .put("main", add.main())
                    .put("hash", add.hash())
                    .put("restore", add.restore() ? true : null)
                    .followedBy(add.contents());
        }

        @Override
        public Encoded on(Options options) {
            return new Encoded(TaskText.write("options", OptionFields.write(options)), null);
        }

        @Override
        public Encoded on(Run run) {
            return new Encoded("run", null);
        }

        @Override
        public Encoded on(Input input) {
            return new Encoded("input", input.contents());
        }
    }
}
