/**
 * The ring, protocol 1.3 between a manager and its runners over plain TCP: messages, sealed per direction, the table of
 * legal moves, and a decoder that knows nothing of sockets.
 *
 * <p>Messages have no terminators. Manager and runner speak in lock step, and {@link asyfleet.ring.protocol.RingState}
 * says who speaks when and what may be said; {@link asyfleet.ring.protocol.RingEnd} is one end of a conversation, from
 * bytes to messages and back.
 */
package asyfleet.ring.protocol;
