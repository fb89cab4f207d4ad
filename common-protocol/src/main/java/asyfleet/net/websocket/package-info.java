/**
 * WebSocket routes, the client's connect, and what both ends of a connection have in common: control frames, liveness
 * and close codes. A route's own handlers see text, binary and continuation frames, nothing else.
 */
package asyfleet.net.websocket;
