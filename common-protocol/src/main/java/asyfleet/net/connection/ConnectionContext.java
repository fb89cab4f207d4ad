package asyfleet.net.connection;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.route.Routes;
import java.util.function.BooleanSupplier;

/**
 * The parts and limits that all connections of a server share.
 *
 * @param keepsAlive whether a connection may serve one request after the other; asked again for each answer
 */
public record ConnectionContext(
        Routes routes,
        ConnectionLimits limits,
        SharedBounds shared,
        HttpMetrics metrics,
        boolean secure,
        BooleanSupplier keepsAlive) {}
