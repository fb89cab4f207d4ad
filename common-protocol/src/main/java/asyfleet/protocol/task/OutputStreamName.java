package asyfleet.protocol.task;

import asyfleet.protocol.wire.WireName;
import java.util.Optional;

/** The streams of the program that a piece of output may come from. */
public enum OutputStreamName implements WireName {
    STDOUT("stdout"),
    STDERR("stderr");

    private final String wire;

    OutputStreamName(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }

    /** The stream of that exact name, if there is one. */
    public static Optional<OutputStreamName> ofWire(String wire) {
        return WireName.find(OutputStreamName.class, wire);
    }
}
