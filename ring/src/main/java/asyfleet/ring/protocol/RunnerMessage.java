package asyfleet.ring.protocol;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;

/** A message of a runner to its manager. */
public sealed interface RunnerMessage extends RingMessage {

    <R> R accept(Handler<R> handler);

    /** One answer per message, so that a new message does not compile until every handler has one. */
    interface Handler<R> {
        R on(Hail hail);

        R on(Understood understood);

        R on(Yes yes);

        R on(JobRequest request);

        R on(Ready ready);

        R on(Result result);

        R on(Contents contents);

        R on(Farewell farewell);
    }

    /** SALUTON; MI: the runner names itself. Our own marks its name, which to other programs is just a part of it. */
    record Hail(String hostname) implements RunnerMessage {

        /** Only of signs that the original manager takes: it does not answer to others. */
        private static final String MARK = "-asyfleet";

        public Hail {
            RingFields.checkName("host name", hostname);
        }

        /** That of our own runner. */
        public static Hail marked(String name) {
            return new Hail(name + MARK);
        }

        public boolean isMarked() {
            return hostname.endsWith(MARK) && hostname.length() > MARK.length();
        }

        /** Without the mark. */
        public String name() {
            return isMarked()
                    ? hostname.substring(0, hostname.length() - MARK.length()).strip()
                    : hostname;
        }

        @Override
        public RingWord word() {
            return RingWord.SALUTON;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** KOMPRENAS: the runner speaks the manager's version. */
    record Understood() implements RunnerMessage {

        @Override
        public RingWord word() {
            return RingWord.KOMPRENAS;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** JES: the runner belongs to the manager's group. */
    record Yes() implements RunnerMessage {

        @Override
        public RingWord word() {
            return RingWord.JES;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** PETO: a worker asks for a job. */
    record JobRequest() implements RunnerMessage {

        @Override
        public RingWord word() {
            return RingWord.PETO;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** PRETA: the contents of the job may come. */
    record Ready() implements RunnerMessage {

        @Override
        public RingWord word() {
            return RingWord.PRETA;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * REZULTO: a job has ended.
     *
     * @param status one word, {@link #SUCCESS} or {@link #FAILURE} from programs that exist
     * @param size of the output, which follows as {@link Contents} when the manager is ready
     */
    record Result(String job, String status, int size) implements RunnerMessage {

        public static final String SUCCESS = "success";
        public static final String FAILURE = "failure";

        public Result {
            RingFields.checkJob(job);
            RingFields.checkStatus(status);
            RingFields.checkSize(size);
        }

        @Override
        public RingWord word() {
            return RingWord.REZULTO;
        }

        @Override
        public OptionalInt announces() {
            return OptionalInt.of(size);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The output of the job whose result was announced. The array is handed over, not copied. */
    record Contents(byte[] bytes) implements RunnerMessage {

        public Contents {
            Objects.requireNonNull(bytes, "bytes");
        }

        @Override
        public RingWord word() {
            return RingWord.CONTENTS;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Contents that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "Contents[" + bytes.length + "B]";
        }
    }

    /** FINO ANKAU: the runner is done, too. */
    record Farewell() implements RunnerMessage {

        @Override
        public RingWord word() {
            return RingWord.FINO_ANKAU;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
