/** What the protocols share: reading WebSocket messages from frames, quoting what a peer sent, and the hash of files. */
package asyfleet.protocol.wire;
