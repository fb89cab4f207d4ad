package asyfleet.config;

/** A service that has started. */
public interface RunningService extends AutoCloseable {

    /** Where it can be reached, for the log line that says it is ready. */
    String address();

    /** Drains: finishes what was accepted, within the service's own limit, then ends everything it started. */
    @Override
    void close();
}
