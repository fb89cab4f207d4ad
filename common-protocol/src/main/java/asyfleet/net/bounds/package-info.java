/**
 * The bounds of one connection: how much it may hold, how long its client may take, how fast it may send and how slowly
 * it may read. Everything here is confined to the connection's event loop.
 */
package asyfleet.net.bounds;
