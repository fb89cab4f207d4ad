package asyfleet.protocol.task;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.SeedErrors;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A message of the queue server to a client, or of a backend to the queue server (which never says {@link Missing},
 * {@link Queue} or {@link Denied}). Byte arrays are handed over, not copied: nobody changes one after it is in a
 * message.
 */
public sealed interface ServerMessage {

    <R> R accept(Handler<R> handler);

    /** How the task ended, for its last message; empty for every other, after which more come. */
    Optional<EndCode> endCode();

    /**
     * The same, and if it is a failure's last message, with the trace of its task, by which an operator finds the task in
     * the logs.
     */
    default ServerMessage traced(String trace) {
        return this;
    }

    default boolean isLast() {
        return endCode().isPresent();
    }

    /** One answer per message, so that a new message does not compile until every handler has one. */
    interface Handler<R> {
        R on(Missing missing);

        R on(Queue queue);

        R on(Result result);

        R on(Output output);

        R on(Complete complete);

        R on(Denied denied);
    }

    /** The last message of a task. What is read of an end is here, so that a new one does not compile without it. */
    sealed interface Last extends ServerMessage permits Complete, Denied {

        boolean success();

        /** Null on success. */
        String error();

        /** How long the execution took; null if it never began. */
        Long timeMillis();

        /** Null if no more is said than the protocol always did. */
        Verdict verdict();

        /** One answer for each last message. */
        <R> R match(Function<Complete, R> whenComplete, Function<Denied, R> whenDenied);
    }

    /** A file that could not be restored. */
    record MissingFile(String filename, String hash) {

        public MissingFile {
            Objects.requireNonNull(filename, "filename");
            Objects.requireNonNull(hash, "hash");
        }
    }

    /** The files that are no longer stored; the client may add them with contents and run again. */
    record Missing(List<MissingFile> files) implements ServerMessage {

        public Missing {
            files = List.copyOf(files);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public Optional<EndCode> endCode() {
            return Optional.empty();
        }
    }

    /**
     * The state of the wait in the queue.
     *
     * @param passed whether the wait is over
     * @param estimateMillis how long it will still be; null if unknown or over
     * @param timeoutMillis how long the task may run from now on, because others wait; null if that has not changed
     * @param absent the parts that the fleet has none of at the moment; empty if nothing is said about it
     * @param lost whether the backend of a task that has passed was lost, so that it waits for another one; false once it
     *     runs there; null if there is nothing to say about it
     */
    record Queue(boolean passed, Long estimateMillis, Integer timeoutMillis, Set<Absence> absent, Boolean lost)
            implements ServerMessage {

        public Queue {
            absent = Set.copyOf(absent);
        }

        public Queue(boolean passed, Long estimateMillis) {
            this(passed, estimateMillis, null, Set.of(), null);
        }

        /** The task runs, and may now do so only this long. */
        public static Queue shortened(int timeoutMillis) {
            return new Queue(true, null, timeoutMillis, Set.of(), null);
        }

        /** The task waits until all of these have joined; without any it waits as usual. */
        public static Queue without(Set<Absence> absent) {
            return new Queue(false, null, null, absent, null);
        }

        /** The backend of the task was lost, or, after that, the task runs on another one. */
        public static Queue lost(boolean lost) {
            return lost(lost, Set.of());
        }

        /** The same; the other one has to wait until all of these have joined. */
        public static Queue lost(boolean lost, Set<Absence> absent) {
            return new Queue(true, null, null, absent, lost);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public Optional<EndCode> endCode() {
            return Optional.empty();
        }
    }

    /**
     * An image. An interactive task may send many, and a failed one a partial image.
     *
     * @param name that the program gave it, as in {@code shipout("a")}; null if it gave none, or if that is not known
     */
    record Result(Format format, byte[] contents, String name) implements ServerMessage {

        public Result(Format format, byte[] contents) {
            this(format, contents, null);
        }

        public Result {
            Objects.requireNonNull(format, "format");
            Objects.requireNonNull(contents, "contents");
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public Optional<EndCode> endCode() {
            return Optional.empty();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Result that
                    && format == that.format
                    && Arrays.equals(contents, that.contents)
                    && Objects.equals(name, that.name);
        }

        @Override
        public int hashCode() {
            return Objects.hash(format, Arrays.hashCode(contents), name);
        }

        @Override
        public String toString() {
            return "Result[" + (name == null ? "" : name + ", ") + format + ", " + contents.length + "B]";
        }
    }

    /** A piece of what the program wrote, cut anywhere, also inside a character. */
    record Output(OutputStreamName stream, byte[] contents) implements ServerMessage {

        public Output {
            Objects.requireNonNull(stream, "stream");
            Objects.requireNonNull(contents, "contents");
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public Optional<EndCode> endCode() {
            return Optional.empty();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Output that && stream == that.stream && Arrays.equals(contents, that.contents);
        }

        @Override
        public int hashCode() {
            return Objects.hash(stream, Arrays.hashCode(contents));
        }

        @Override
        public String toString() {
            return "Output[" + stream + ", " + contents.length + "B]";
        }
    }

    /**
     * The end of the task; the connection closes after it.
     *
     * @param error one of {@link SeedErrors} where one fits; null on success
     * @param timeMillis how long the execution took; null if it never began
     * @param verdict null if the server says no more than the protocol always did; that of a failure has a summary
     * @param trace see {@link #traced}; null if nothing is said about it
     */
    record Complete(boolean success, String error, Long timeMillis, Verdict verdict, String trace) implements Last {

        public Complete {
            verdict = success || verdict == null ? verdict : verdict.worded(error);
        }

        public Complete(boolean success, String error, Long timeMillis, Verdict verdict) {
            this(success, error, timeMillis, verdict, null);
        }

        @Override
        public Complete traced(String its) {
            return success ? this : new Complete(false, error, timeMillis, verdict, its);
        }

        @Override
        public <R> R match(Function<Complete, R> whenComplete, Function<Denied, R> whenDenied) {
            return whenComplete.apply(this);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public Optional<EndCode> endCode() {
            EndCode unsaid = success ? EndCode.OK : EndCode.EXIT_CODE;
            return Optional.of(verdict == null ? unsaid : verdict.code());
        }
    }

    /**
     * The end of a task of which no Asymptote code ran; the connection closes after it.
     *
     * @param code null if the server says no more than the protocol always did
     * @param trace see {@link #traced}; null if nothing is said about it
     */
    record Denied(String error, EndCode code, String trace) implements Last {

        public Denied {
            Objects.requireNonNull(error, "error");
        }

        public Denied(String error, EndCode code) {
            this(error, code, null);
        }

        @Override
        public Denied traced(String its) {
            return new Denied(error, code, its);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public Optional<EndCode> endCode() {
            return Optional.of(code == null ? EndCode.UNAVAILABLE : code);
        }

        @Override
        public <R> R match(Function<Complete, R> whenComplete, Function<Denied, R> whenDenied) {
            return whenDenied.apply(this);
        }

        @Override
        public boolean success() {
            return false;
        }

        @Override
        public Long timeMillis() {
            return null;
        }

        /** The same as a verdict, with its words. */
        @Override
        public Verdict verdict() {
            return Verdict.of(endCode().orElseThrow(), Stage.QUEUE).worded(error);
        }
    }
}
