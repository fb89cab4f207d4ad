package asyfleet.protocol.task.codec;

import asyfleet.protocol.wire.FrameGatherer.Expected;
import java.util.function.Function;

/**
 * The messages of one direction as frames. Reading and writing stand in one class per direction, so that the two that
 * must agree are on one screen.
 */
interface Grammar<M> {

    /** Reads a text frame. */
    Header<M> read(String text);

    Encoded write(M message);

    /**
     * The contents of a text frame: a whole message, or one whose contents follow in a binary frame.
     *
     * @param message null if contents follow
     * @param contents null if none follow
     */
    record Header<M>(M message, Contents<M> contents) {

        static <M> Header<M> whole(M message) {
            return new Header<>(message, null);
        }

        static <M> Header<M> followed(Expected expected, Function<byte[], M> complete) {
            return new Header<>(null, new Contents<>(expected, complete));
        }
    }

    /** The binary frame that is due, and the message that it completes. */
    record Contents<M>(Expected expected, Function<byte[], M> complete) {}

    /**
     * A message as frames.
     *
     * @param contents of the binary frame; null if there is none
     */
    record Encoded(String text, byte[] contents) {}
}
