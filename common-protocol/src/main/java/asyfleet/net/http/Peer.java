package asyfleet.net.http;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;

/**
 * The sender of a request.
 *
 * @param address of the connection's other end; behind a proxy that is the proxy
 * @param secure whether the connection is TLS
 * @param gone completes, on the connection's thread, when the connection ends, or the stopping server gives the request
 *     up, before its handler has answered; never after
 */
public record Peer(InetSocketAddress address, boolean secure, CompletionStage<Void> gone) {}
