package asyfleet.ring.protocol;

import java.util.OptionalInt;

/** A message of either direction. */
public sealed interface RingMessage permits RunnerMessage, ManagerMessage {

    RingWord word();

    /** How many bytes of contents this message announces, if it does. */
    default OptionalInt announces() {
        return OptionalInt.empty();
    }
}
