package asyfleet.ring.link;

import java.io.IOException;

/** The failure of a peer to prove our secret. Trying again would not help. */
public final class WrongSecretException extends IOException {

    WrongSecretException(String message) {
        super(message);
    }
}
