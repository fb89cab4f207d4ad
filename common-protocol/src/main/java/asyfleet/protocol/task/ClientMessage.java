package asyfleet.protocol.task;

import java.util.Arrays;
import java.util.Objects;

/**
 * A message of a client to the queue server, or of the queue server to a backend. Byte arrays are handed over, not
 * copied: nobody changes one after it is in a message.
 */
public sealed interface ClientMessage {

    <R> R accept(Handler<R> handler);

    /** One answer per message, so that a new message does not compile until every handler has one. */
    interface Handler<R> {
        R on(Add add);

        R on(Options options);

        R on(Run run);

        R on(Input input);
    }

    /**
     * A source file.
     *
     * @param filename a name that {@link FileNames} lets through
     * @param main whether this is the file to run; the others are there to be included
     * @param hash SHA-256 of the contents in lower case hex; may be null unless it restores
     * @param restore whether the queue server should take the contents from what was recently uploaded
     * @param contents null exactly if it restores
     */
    record Add(String filename, boolean main, String hash, boolean restore, byte[] contents) implements ClientMessage {

        public Add {
            Objects.requireNonNull(filename, "filename");
            if (restore != (contents == null)) {
                throw new IllegalArgumentException("restore=" + restore + " of " + filename
                        + (contents == null ? " without contents" : " with contents") + "; expected one of the two");
            }
            if (restore && hash == null) {
                throw new IllegalArgumentException("restore of " + filename + " without hash; expected its SHA-256");
            }
        }

        /** A file with its contents and no hash. */
        public static Add of(String filename, boolean main, byte[] contents) {
            return new Add(filename, main, null, false, contents);
        }

        /** A file that the server is believed to still have. */
        public static Add restored(String filename, boolean main, String hash) {
            return new Add(filename, main, hash, true, null);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Add that
                    && filename.equals(that.filename)
                    && main == that.main
                    && Objects.equals(hash, that.hash)
                    && restore == that.restore
                    && Arrays.equals(contents, that.contents);
        }

        @Override
        public int hashCode() {
            return Objects.hash(filename, main, hash, restore, Arrays.hashCode(contents));
        }

        @Override
        public String toString() {
            String size = restore ? "restore" : contents.length + "B";
            return "Add[" + filename + (main ? ", main, " : ", ") + size + "]";
        }
    }

    /**
     * Options of the task; a null is one that this message does not set. After {@code run} only the timeout counts.
     *
     * @param timeoutMillis positive; which values are allowed is the server's rule, not the protocol's
     * @param verbosity 0 to 3
     */
    record Options(
            Boolean interactive,
            Integer timeoutMillis,
            Format format,
            StderrMode stderr,
            Integer verbosity,
            PictureOptions picture)
            implements ClientMessage {

        public Options {
            Objects.requireNonNull(picture, "picture");
        }

        /** Says nothing of pictures but their format. */
        public Options(
                Boolean interactive, Integer timeoutMillis, Format format, StderrMode stderr, Integer verbosity) {
            this(interactive, timeoutMillis, format, stderr, verbosity, PictureOptions.DEFAULT);
        }

        /** Sets the timeout alone, which is what may be said after {@code run}. */
        public static Options timeout(int millis) {
            return new Options(null, millis, null, null, null);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The request to start the task: all files and options are there. */
    record Run() implements ClientMessage {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Input of the user for an interactive task. */
    record Input(byte[] contents) implements ClientMessage {

        public Input {
            Objects.requireNonNull(contents, "contents");
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Input that && Arrays.equals(contents, that.contents);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(contents);
        }

        @Override
        public String toString() {
            return "Input[" + contents.length + "B]";
        }
    }
}
