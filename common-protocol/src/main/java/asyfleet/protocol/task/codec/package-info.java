/**
 * The task protocol's messages as WebSocket frames and back. Begin with {@link asyfleet.protocol.task.codec.TaskCodec},
 * where Netty's types stop.
 */
package asyfleet.protocol.task.codec;
