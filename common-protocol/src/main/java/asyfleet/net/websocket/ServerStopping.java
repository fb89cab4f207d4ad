package asyfleet.net.websocket;

/**
 * The user event that every connection gets when its server stops. A WebSocket route that wants to end in its own way
 * (a last message, a close with its own text) handles it and does not pass it on; passed on, it closes with 1001. What
 * is still open when the server's drain limit is over is closed without asking.
 */
public enum ServerStopping {
    EVENT
}
