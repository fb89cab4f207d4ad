package asyfleet.ring.protocol;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;

/** A message of a manager to a runner. */
public sealed interface ManagerMessage extends RingMessage {

    <R> R accept(Handler<R> handler);

    /** One answer per message, so that a new message does not compile until every handler has one. */
    interface Handler<R> {
        R on(Version version);

        R on(Group group);

        R on(Job job);

        R on(Contents contents);

        R on(Ready ready);

        R on(Received received);

        R on(NoMoreJobs noMoreJobs);

        R on(Out out);

        R on(Hold hold);
    }

    /** VERSIO: which version of the protocol the manager speaks. */
    record Version(String version) implements ManagerMessage {

        /** The version that this package implements. */
        public static final String CURRENT = "1.3";

        public Version {
            RingFields.checkVersion(version);
        }

        @Override
        public RingWord word() {
            return RingWord.VERSIO;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** ALIGI: the name of the group that the manager invites the runner to. */
    record Group(String name) implements ManagerMessage {

        public Group {
            RingFields.checkName("group name", name);
        }

        @Override
        public RingWord word() {
            return RingWord.ALIGI;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * LABORO: a job to run.
     *
     * @param name may have slashes, for a job in a subdirectory
     * @param type the extension of the job's file with its dot: {@code .asy}, {@code .sh}
     * @param size of the job's contents, which follow as {@link Contents} when the runner is ready
     */
    record Job(String name, String type, int size) implements ManagerMessage {

        public Job {
            RingFields.checkJob(name);
            RingFields.checkType(type);
            RingFields.checkSize(size);
        }

        @Override
        public RingWord word() {
            return RingWord.LABORO;
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

    /** The contents of the job that was announced. The array is handed over, not copied. */
    record Contents(byte[] bytes) implements ManagerMessage {

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

    /** PRETA: the output of the job may come. */
    record Ready() implements ManagerMessage {

        @Override
        public RingWord word() {
            return RingWord.PRETA;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** RICEVIS: the output is there. */
    record Received() implements ManagerMessage {

        @Override
        public RingWord word() {
            return RingWord.RICEVIS;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** FINO: there are no more jobs. */
    record NoMoreJobs() implements ManagerMessage {

        @Override
        public RingWord word() {
            return RingWord.FINO;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** ELIRI: the runner misbehaved and gets no more jobs; results of earlier ones are still welcome. */
    record Out() implements ManagerMessage {

        @Override
        public RingWord word() {
            return RingWord.ELIRI;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** ATENDI: the runner misbehaved and has to wait until its last jobs were judged. */
    record Hold() implements ManagerMessage {

        @Override
        public RingWord word() {
            return RingWord.ATENDI;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
