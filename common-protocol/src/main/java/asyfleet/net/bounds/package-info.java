/**
 * The bounds of connections: how much one may hold, how long its client may take, how fast it may send and how slowly it
 * may read; and how much may wait for all clients together. Everything here is confined to the connection's event loop,
 * except {@link asyfleet.net.bounds.WaitingBytes}.
 */
package asyfleet.net.bounds;
