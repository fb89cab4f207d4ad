package asyfleet.net.connection;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.http.UploadMeters;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.route.Routes;

/** The parts and limits that all connections of a server share. */
public record ConnectionContext(
        Routes routes, ConnectionLimits limits, UploadMeters uploads, HttpMetrics metrics, boolean secure) {}
