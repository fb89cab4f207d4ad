package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ClientMessage.Add;
import asyfleet.protocol.task.ClientMessage.Input;
import asyfleet.protocol.task.ClientMessage.Options;
import asyfleet.protocol.task.ClientMessage.Run;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Denied;
import asyfleet.protocol.task.ServerMessage.Missing;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Queue;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Any message of the task protocol, with every optional field sometimes there and sometimes not. */
final class RandomMessages {

    private final Random random;

    RandomMessages(Random random) {
        this.random = random;
    }

    ClientMessage client() {
        return switch (random.nextInt(5)) {
            case 0 -> new Add(name(), random.nextBoolean(), maybe(this::hash), false, contents());
            case 1 -> Add.restored(name(), random.nextBoolean(), hash());
            case 2 ->
                new Options(
                        maybe(random::nextBoolean),
                        maybe(() -> 1 + random.nextInt(Integer.MAX_VALUE)),
                        maybe(() -> any(Format.values())),
                        maybe(() -> any(StderrMode.values())),
                        maybe(() -> random.nextInt(4)),
                        new PictureOptions(
                                null,
                                maybe(() -> 72 + random.nextInt(505)),
                                maybe(random::nextBoolean),
                                maybe(random::nextBoolean)));
            case 3 -> new Run();
            default -> new Input(contents());
        };
    }

    ServerMessage server() {
        return switch (random.nextInt(6)) {
            case 0 ->
                new Missing(Stream.generate(() -> new MissingFile(name(), hash()))
                        .limit(random.nextInt(5))
                        .toList());
            case 1 -> new Queue(random.nextBoolean(), maybe(this::count));
            case 2 -> new Result(any(Format.values()), contents());
            case 3 -> new Output(any(OutputStreamName.values()), contents());
            case 4 ->
                new Complete(
                        random.nextBoolean(),
                        maybe(this::text),
                        maybe(this::count),
                        maybe(this::verdict),
                        maybe(this::text));
            default -> new Denied(text(), maybe(() -> any(EndCode.values())), maybe(this::text));
        };
    }

    private Verdict verdict() {
        return new Verdict(
                any(EndCode.values()),
                any(Stage.values()),
                maybe(random::nextLong),
                maybe(random::nextLong),
                details());
    }

    private VerdictDetails details() {
        return new VerdictDetails(
                maybe(this::text),
                maybe(() -> 1 + random.nextInt(1000)),
                maybe(() -> 1 + random.nextInt(1000)),
                maybe(this::text),
                maybe(this::text),
                maybe(this::text));
    }

    /** Few names, so that files are sometimes added again. */
    private String name() {
        return any(new String[] {"main.asy", "a.asy", "b-2.asy", "_x+y.asy"});
    }

    private String hash() {
        return String.format("%016x", random.nextLong()).repeat(4);
    }

    private long count() {
        return random.nextLong() & Long.MAX_VALUE;
    }

    private byte[] contents() {
        byte[] bytes = new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(2000)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Text with quotes, control characters and characters beyond the basic plane, but no half pairs. */
    private String text() {
        return random.ints(random.nextInt(30), 0, 0x1ffff)
                .map(c -> random.nextBoolean() ? c % 128 : c)
                .filter(c -> Character.getType(c) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }
}
