package asyfleet.ring.run;

import java.io.IOException;

/**
 * A manager that took the connection and did not answer our name. Some managers say nothing to a name that they do not
 * accept, and keep the connection open; one that hangs looks the same, so the runner comes back.
 */
final class SilentManagerException extends IOException {

    /** @param name as it was said */
    SilentManagerException(String name, Throwable silence) {
        super(
                "the manager took the connection and keeps silent; perhaps it does not accept the name '" + name
                        + "' (--name, --plain), or it hangs",
                silence);
    }
}
