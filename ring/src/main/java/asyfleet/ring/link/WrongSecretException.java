package asyfleet.ring.link;

import java.io.IOException;

/** Thrown if the peer does not share our secret. Trying again would not help. */
public final class WrongSecretException extends IOException {

    WrongSecretException(String message) {
        super(message);
    }
}
