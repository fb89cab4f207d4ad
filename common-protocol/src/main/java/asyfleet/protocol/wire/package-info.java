/** What the protocols share: putting WebSocket messages together from frames, and quoting what a peer sent. */
package asyfleet.protocol.wire;
