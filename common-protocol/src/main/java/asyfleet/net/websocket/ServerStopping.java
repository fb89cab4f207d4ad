package asyfleet.net.websocket;

/**
 * The user events that every connection gets when its server stops. A WebSocket route that wants to end in its own way
 * (a last message, a close with its own text) handles them and does not pass them on; passed on, each closes with 1001.
 */
public enum ServerStopping {
    /** The server begins to stop: what is under way may end. */
    EVENT,

    /** The drain limit is over: what is still open is closed without asking a moment later. */
    TIME_IS_UP
}
