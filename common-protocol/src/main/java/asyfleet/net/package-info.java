/** Servers and WebSocket clients on Netty, and the threads that they share. */
package asyfleet.net;
