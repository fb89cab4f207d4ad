/** The WebSocket door {@code /asy}: {@code SessionHandler} is Netty and no rules, {@code Session} rules and no Netty. */
package asyfleet.queueserver.session;
