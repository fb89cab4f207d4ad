package asyfleet.ring.run;

import java.io.IOException;

/** The refusal of a manager that is not ours: another version, another group. Trying again would not help. */
final class RefusedException extends IOException {

    RefusedException(String message) {
        super(message);
    }
}
