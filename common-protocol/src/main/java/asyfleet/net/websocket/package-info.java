/**
 * WebSocket routes, and the parts that both ends of a connection share: control frames, liveness and close codes. A
 * route's own handlers see text, binary and continuation frames, nothing else.
 */
package asyfleet.net.websocket;
