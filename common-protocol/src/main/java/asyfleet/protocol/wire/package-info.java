/** What the protocols share: reading WebSocket messages from frames, and quoting what a peer sent. */
package asyfleet.protocol.wire;
