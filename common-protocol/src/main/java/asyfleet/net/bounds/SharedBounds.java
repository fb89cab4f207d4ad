package asyfleet.net.bounds;

import asyfleet.net.http.UploadMeters;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/**
 * The bounds that all connections of a server have together.
 *
 * @param uploads how much each caller may send
 * @param waiting how much may wait for all clients
 */
public record SharedBounds(UploadMeters uploads, WaitingBytes waiting) {

    /** For a server that bounds its connections only one by one. */
    public static SharedBounds none(PrometheusRegistry registry) {
        return new SharedBounds(UploadMeters.NONE, WaitingBytes.unbounded(registry));
    }
}
