package asyfleet.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A text that must not be printed: it shows itself only to whoever calls {@link #value()}. */
public record Secret(String value) {

    /** Compares in a time that does not depend on where the texts differ, so that a caller cannot guess by timing. */
    public boolean matches(String candidate) {
        return MessageDigest.isEqual(
                value.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
