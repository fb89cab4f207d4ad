package asyfleet.logging;

import java.util.Map;

/** An argument of a log line that is several fields: where its {@code {}} stands in the message, the line gets all of them. */
@FunctionalInterface
public interface LogFields {

    /** Name to value, in order. */
    Map<String, String> logFields();
}
