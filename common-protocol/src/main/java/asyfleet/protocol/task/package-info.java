/**
 * The protocol of {@code /asy} (client to queue server) and {@code /} (queue server to backend): messages, sealed per
 * direction, one codec for both ends of both, and the rules for a task, which hold over HTTP as well.
 *
 * <p>On the wire a message is a WebSocket text frame, {@code verb} or {@code verb JSON}; {@code add} (unless it
 * restores), {@code input}, {@code result} and {@code output} are followed by one binary frame. Netty's types stop at
 * {@link asyfleet.protocol.task.codec.TaskCodec}: the messages hold plain {@code byte[]}, so nothing else can leak a buffer.
 */
package asyfleet.protocol.task;
