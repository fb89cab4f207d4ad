/**
 * A conversation of the ring on a plain blocking socket: the quiet pause that ends a message, patience with a peer that
 * says nothing or does not read, and the optional shared secret before the hail.
 *
 * <p>Blocking sockets, one thread to each connection: the protocol is in lock step, so a connection never has two things
 * to do at a time, there are as many connections as machines, and their number is bounded. An event loop would buy
 * nothing here and turn a conversation that reads from top to bottom inside out.
 */
package asyfleet.ring.link;
