package asyfleet.net.connection;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.route.Routes;

/** The parts and limits that all connections of a server share. */
public record ConnectionContext(
        Routes routes, ConnectionLimits limits, SharedBounds shared, HttpMetrics metrics, boolean secure) {}
