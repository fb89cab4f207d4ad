package asyfleet.protocol.task.verdict;

import asyfleet.protocol.wire.WireName;
import java.util.Locale;
import java.util.Optional;

/**
 * The stages of a task's way, at one of which it ends. {@link #FLEET} and {@link #SANDBOX} are never the fault of the
 * user's code.
 */
public enum Stage implements WireName {
    QUEUE,
    ASYMPTOTE,
    TEX,
    CONVERT,
    SANDBOX,
    FLEET;

    @Override
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The stage of that exact name, if there is one. */
    public static Optional<Stage> ofWire(String wire) {
        return WireName.find(Stage.class, wire);
    }
}
