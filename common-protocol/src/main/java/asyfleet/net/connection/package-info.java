/**
 * One HTTP connection, from bytes to requests and from responses to bytes. Everything here is confined to the
 * connection's event loop, except where a class says otherwise.
 *
 * <pre>
 * socket &rarr; [tls] &rarr; idle &rarr; PieceWriter &rarr; SlowReaderGuard &rarr; [UploadBrake] &rarr; HttpServerCodec &rarr; RequestReader &rarr; HttpConnection &rarr; route's handler
 * socket &rarr; [tls] &rarr; idle &rarr; PieceWriter &rarr; SlowReaderGuard &rarr; [UploadBrake] &rarr; frame codec &rarr; WebSocketControl &rarr; WaitingFrames &rarr; route's own handlers      (after an upgrade)
 * </pre>
 */
package asyfleet.net.connection;
