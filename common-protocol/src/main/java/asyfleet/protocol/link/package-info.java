/**
 * The link: one WebSocket between an event loop of a queue server and a backend process, which carries all tasks that the
 * one has fetched from the other. docs/protocols.md has its frames. A process that offers one says so in the address of
 * each of its tasks ({@link asyfleet.protocol.link.LinkAddress}); everybody else connects to that address itself.
 *
 * <p>The frames of a task carry what a WebSocket of its own would: the messages of {@link asyfleet.protocol.task}.
 */
package asyfleet.protocol.link;
