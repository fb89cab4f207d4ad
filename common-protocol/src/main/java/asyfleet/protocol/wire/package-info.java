/**
 * The code that the protocols share: reading WebSocket messages from frames, names of constants, quoting what a peer
 * sent, and the hash of files.
 */
package asyfleet.protocol.wire;
