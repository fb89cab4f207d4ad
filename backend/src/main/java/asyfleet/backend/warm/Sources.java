package asyfleet.backend.warm;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What we have TeX and the C compiler read, as it is in our jar. */
final class Sources {

    private static final int KEY_CHARACTERS = 16;

    private Sources() {}

    static byte[] read(String name) throws IOException {
        try (InputStream source = Sources.class.getResourceAsStream(name)) {
            if (source == null) {
                throw new IOException("no source " + name + ", expected it beside " + Sources.class.getName());
            }
            return source.readAllBytes();
        }
    }

    /** A name for all of these together. */
    static String key(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                // With its length, so that parts cannot run into each other.
                digest.update(Integer.toString(part.length).getBytes());
                digest.update(part);
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256, which every Java has", e);
        }
    }
}
