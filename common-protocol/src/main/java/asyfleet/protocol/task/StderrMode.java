package asyfleet.protocol.task;

import asyfleet.protocol.wire.WireName;
import java.util.Optional;

/** The ways to send the standard error of the program: as such, or mixed into its standard output. */
public enum StderrMode implements WireName {
    STDOUT("stdout"),
    SEPARATE("separate");

    private final String wire;

    StderrMode(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }

    /** The mode of that exact name, if there is one. */
    public static Optional<StderrMode> ofWire(String wire) {
        return WireName.find(StderrMode.class, wire);
    }
}
